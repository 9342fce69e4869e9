package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which operand waits while images change. The scheduler reads what updaters write, so updaters go first when versions go up and last when
 * they go down (docs/adr/0008-updaters-before-scheduler.md). What is installed for the first time waits for nothing.
 *
 * @param waiting component whose objects are left as they are, a value of {@link StackLabels#COMPONENT}
 * @param inForce images that the waiting component still runs
 * @param reason what it waits for, empty where nothing waits
 * @param underWay whether pods of a former image or revision still run
 */
public record UpgradeOrder(Optional<String> waiting, List<String> inForce, String reason, boolean underWay) {
    /** Nothing changes its image. */
    public static final UpgradeOrder NONE = new UpgradeOrder(Optional.empty(), List.of(), "", false);

    /** Images that a component runs because it waits, empty where it does not. */
    public Optional<List<String>> inForce(String component) {
        return waiting.filter(component::equals).map(found -> inForce);
    }

    /**
     * Compares what is wanted with what runs.
     *
     * @param desired desired objects
     * @param actual the object of the same kind and name that exists, with its status
     * @param readyNodes number of ready nodes by group; a node that isn't ready holds up nothing
     */
    public static UpgradeOrder of(
            List<HasMetadata> desired,
            Function<HasMetadata, Optional<HasMetadata>> actual,
            Map<String, Integer> readyNodes) {
        var updaters = new ArrayList<Change>();
        Optional<Change> scheduler = Optional.empty();
        for (HasMetadata wanted : desired) {
            if (wanted instanceof DaemonSet set && actual.apply(set).orElse(null) instanceof DaemonSet runs) {
                updaters.add(updater(set, runs, readyNodes));
            } else if (wanted instanceof Deployment deployment
                    && actual.apply(deployment).orElse(null) instanceof Deployment runs) {
                scheduler = Optional.of(scheduler(deployment, runs));
            }
        }
        return scheduler.isEmpty() ? alone(updaters) : order(updaters, scheduler.get());
    }

    private static UpgradeOrder alone(List<Change> updaters) {
        return new UpgradeOrder(
                Optional.empty(), List.of(), "", updaters.stream().anyMatch(Change::underWay));
    }

    private static UpgradeOrder order(List<Change> updaters, Change scheduler) {
        var moving = updaters.stream().filter(Change::moves).toList();
        boolean down = scheduler.moves() ? scheduler.down() : moving.stream().anyMatch(Change::down);
        if (down && scheduler.open() && !moving.isEmpty()) {
            return new UpgradeOrder(
                    Optional.of(StackLabels.UPDATER),
                    moving.stream().map(Change::from).distinct().sorted().toList(),
                    "updaters: %s until the scheduler runs %s (%s)"
                            .formatted(texts(moving, Change::from), scheduler.to(), scheduler.progress()),
                    true);
        }
        var first = updaters.stream().filter(Change::open).toList();
        if (!down && scheduler.moves() && !first.isEmpty()) {
            return new UpgradeOrder(
                    Optional.of(StackLabels.SCHEDULER),
                    List.of(scheduler.from()),
                    "scheduler: %s until the updaters run %s (%s)"
                            .formatted(scheduler.from(), texts(first, Change::to), texts(first, Change::progress)),
                    true);
        }
        return new UpgradeOrder(
                Optional.empty(),
                List.of(),
                "",
                scheduler.underWay() || updaters.stream().anyMatch(Change::underWay));
    }

    private static String texts(List<Change> changes, Function<Change, String> text) {
        return changes.stream().map(text).distinct().collect(Collectors.joining(", "));
    }

    /**
     * One workload.
     *
     * @param from image in force
     * @param to image wanted
     * @param done whether enough pods are of the newest revision and ready
     * @param rolling whether pods of an older revision run
     * @param progress how far it is
     */
    private record Change(String from, String to, boolean done, boolean rolling, String progress) {
        boolean moves() {
            return !from.equals(to);
        }

        boolean open() {
            return moves() || !done;
        }

        boolean underWay() {
            return moves() || rolling;
        }

        /** Whether the wanted image is older; one whose tag tells no version counts as newer. */
        boolean down() {
            var before = OperandImage.release(from);
            var after = OperandImage.release(to);
            return before.isPresent() && after.isPresent() && after.get().compareTo(before.get()) < 0;
        }
    }

    /** An image that doesn't start stops the rollout after the tenth of the pods that may be unavailable. */
    private static Change updater(DaemonSet wanted, DaemonSet runs, Map<String, Integer> readyNodes) {
        var group = runs.getMetadata().getLabels().getOrDefault(StackLabels.GROUP, "");
        int nodes = readyNodes.getOrDefault(group, 0);
        var status = runs.getStatus() == null ? new DaemonSetStatus() : runs.getStatus();
        boolean seen = Objects.equals(
                status.getObservedGeneration(), runs.getMetadata().getGeneration());
        int updated = seen ? orZero(status.getUpdatedNumberScheduled()) : 0;
        int ready = orZero(status.getNumberReady());
        return new Change(
                image(runs.getSpec().getTemplate()),
                image(wanted.getSpec().getTemplate()),
                nodes == 0 || (updated >= nodes && ready > 0 && ready >= nodes - Math.max(1, nodes / 10)),
                Math.min(nodes, orZero(status.getCurrentNumberScheduled())) > updated,
                "group %s: %d of %d nodes".formatted(group, updated, nodes));
    }

    private static Change scheduler(Deployment wanted, Deployment runs) {
        int pods = orZero(runs.getSpec().getReplicas());
        var status = runs.getStatus() == null ? new DeploymentStatus() : runs.getStatus();
        boolean seen = Objects.equals(
                status.getObservedGeneration(), runs.getMetadata().getGeneration());
        int updated = seen ? orZero(status.getUpdatedReplicas()) : 0;
        boolean rolling = orZero(status.getReplicas()) > updated;
        return new Change(
                image(runs.getSpec().getTemplate()),
                image(wanted.getSpec().getTemplate()),
                updated >= pods && !rolling && orZero(status.getAvailableReplicas()) >= Math.min(1, pods),
                rolling,
                "%d of %d pods".formatted(updated, pods));
    }

    private static String image(PodTemplateSpec template) {
        return template.getSpec().getContainers().getFirst().getImage();
    }

    private static int orZero(@Nullable Integer number) {
        return number == null ? 0 : number;
    }
}
