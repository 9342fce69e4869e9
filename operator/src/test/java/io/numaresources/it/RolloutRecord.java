package io.numaresources.it;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Every state of the workloads of a namespace that the API server told, ordered by its resource versions. */
final class RolloutRecord implements AutoCloseable {
    private final List<State> states = new CopyOnWriteArrayList<>();
    private final List<SharedIndexInformer<?>> informers;

    /**
     * A workload at one time.
     *
     * @param rolled whether all wanted pods are of the newest revision
     * @param available pods that serve
     */
    private record State(long version, String kind, String image, boolean rolled, int available) {}

    private RolloutRecord(KubernetesClient client, String namespace) {
        informers = List.of(
                client.apps().daemonSets().inNamespace(namespace).inform(handler()),
                client.apps().deployments().inNamespace(namespace).inform(handler()));
    }

    /** Starts watching. */
    static RolloutRecord of(KubernetesClient client, String namespace) {
        return new RolloutRecord(client, namespace);
    }

    /** Forgets what was. */
    void clear() {
        states.clear();
    }

    /** Resource version at which a kind of workload first wanted an image. */
    long firstWith(String kind, String image) {
        return first(state -> state.kind().equals(kind) && state.image().equals(image));
    }

    /** Resource version at which all of its pods first were of that image. */
    long firstRolledWith(String kind, String image) {
        return first(state -> state.kind().equals(kind) && state.image().equals(image) && state.rolled());
    }

    int fewestAvailable(String kind) {
        return of(kind).mapToInt(State::available).min().orElseThrow();
    }

    @Override
    public void close() {
        informers.forEach(SharedIndexInformer::stop);
    }

    @Override
    public String toString() {
        return states.toString();
    }

    private Stream<State> of(String kind) {
        return states.stream().filter(state -> state.kind().equals(kind));
    }

    private long first(Predicate<State> wanted) {
        return states.stream()
                .filter(wanted)
                .mapToLong(State::version)
                .min()
                .orElseThrow(() -> new AssertionError("not seen in " + states));
    }

    private static State state(HasMetadata object) {
        return switch (object) {
            case DaemonSet set ->
                new State(
                        version(set),
                        "DaemonSet",
                        image(set.getSpec().getTemplate()),
                        seen(set, set.getStatus().getObservedGeneration())
                                && Objects.equals(
                                        set.getStatus().getUpdatedNumberScheduled(),
                                        set.getStatus().getDesiredNumberScheduled()),
                        orZero(set.getStatus().getNumberAvailable()));
            case Deployment deployment ->
                new State(
                        version(deployment),
                        "Deployment",
                        image(deployment.getSpec().getTemplate()),
                        seen(deployment, deployment.getStatus().getObservedGeneration())
                                && orZero(deployment.getStatus().getUpdatedReplicas())
                                        >= deployment.getSpec().getReplicas()
                                && orZero(deployment.getStatus().getReplicas())
                                        <= deployment.getSpec().getReplicas(),
                        orZero(deployment.getStatus().getAvailableReplicas()));
            default -> throw new IllegalArgumentException(object.getKind());
        };
    }

    private static boolean seen(HasMetadata object, Long generation) {
        return Objects.equals(object.getMetadata().getGeneration(), generation);
    }

    private static long version(HasMetadata object) {
        return Long.parseLong(object.getMetadata().getResourceVersion());
    }

    private static String image(PodTemplateSpec template) {
        return template.getSpec().getContainers().getFirst().getImage();
    }

    private static int orZero(Integer number) {
        return number == null ? 0 : number;
    }

    private <T extends HasMetadata> ResourceEventHandler<T> handler() {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(T object) {
                states.add(state(object));
            }

            @Override
            public void onUpdate(T before, T object) {
                states.add(state(object));
            }

            @Override
            public void onDelete(T object, boolean finalStateUnknown) {
                // an upgrade deletes no workload; the UIDs would tell
            }
        };
    }
}
