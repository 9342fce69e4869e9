package io.numaresources.rollout;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Decides which nodes of a group go next. The budget counts every node that is unavailable, whoever is to blame; a node that is unavailable already
 * costs nothing more, and one under watch keeps its place until it is done. Workers go before control-plane nodes, of which one at a time goes, and the node of the operator's leader goes last.
 */
public final class GroupRollout {
    private static final Comparator<Node> ORDER = Comparator.comparing(Node::hostsLeader)
            .thenComparing(Node::controlPlane)
            .thenComparing(Node::name);

    private final Group group;
    private final List<String> grants = new ArrayList<>();
    private final SortedMap<String, String> waiting = new TreeMap<>();
    private final int most;
    private int counted;
    private int taken;
    private int canarySlots;
    private boolean controlPlaneBusy;
    private Optional<String> moveLeaderFrom = Optional.empty();

    private GroupRollout(Group group) {
        this.group = group;
        most = group.limits().maxUnavailable().of(group.nodes().size());
        counted = count(Node::counts);
        taken = count(node -> node.phase().inFlight() || node.phase().unavailable());
        canarySlots = group.canaryStage()
                ? group.canaries()
                        - group.doneCount()
                        - count(node -> node.phase().inFlight())
                : Integer.MAX_VALUE;
        controlPlaneBusy = group.controlPlaneBusy()
                || count(node -> node.controlPlane() && node.phase().inFlight()) > 0;
    }

    /** What may happen next. */
    public static Decision decide(Group group) {
        return new GroupRollout(group).decision();
    }

    /**
     * Whether a node in phase Soaking has soaked long enough. Only canaries soak: once enough nodes are done, the others are done as soon as they
     * are back.
     */
    public static boolean soaked(Group group, Node node) {
        return !group.canaryStage() || node.inPhase().compareTo(group.limits().soak()) >= 0;
    }

    private Decision decision() {
        var stopped = stopped();
        for (Node node : group.nodes().stream().sorted(ORDER).toList()) {
            if (group.done(node) || node.phase().inFlight()) {
                continue;
            }
            reason(node)
                    .or(() -> stopped)
                    .or(() -> refusal(node))
                    .ifPresentOrElse(why -> waiting.put(node.name(), why), () -> grant(node));
        }
        return new Decision(grants, waiting, stopped, moveLeaderFrom, progress());
    }

    private Optional<String> stopped() {
        if (!group.failures().isEmpty()) {
            return Optional.of("frozen until the group changes or is told to retry, since it failed on "
                    + group.failures().stream().map(Node::name).collect(Collectors.joining(", ")));
        }
        if (group.limits().paused()) {
            return Optional.of("rollout.paused is true");
        }
        return group.limits().approved() ? Optional.empty() : Optional.of("mode Manual: this plan is not approved");
    }

    /** Why a node can't go, whatever the budget says. */
    private Optional<String> reason(Node node) {
        if (!group.current(node)) {
            return Optional.of("still has to be checked for this change");
        }
        String why = switch (node.phase()) {
            case PENDING, INSPECTED -> node.phase().next().map(Step::doing).orElse("");
            case PREFLIGHT_FAILED -> "a pre-flight check failed";
            case ROLLED_BACK -> "failed and was rolled back";
            case BROKEN -> "failed, and the former configuration doesn't verify either";
            default -> "";
        };
        if (!why.isEmpty()) {
            return Optional.of(why);
        }
        return node.ready() ? node.held().map(mark -> "waits for " + mark) : Optional.of("is not Ready");
    }

    /** Why a node that could go has to wait for others. */
    private Optional<String> refusal(Node node) {
        if (canarySlots <= 0) {
            return Optional.of("waits for the canary");
        }
        if (taken >= most || !node.unavailable() && counted >= most) {
            return Optional.of("maxUnavailable is %d, taken by %s".formatted(most, culprits()));
        }
        if (node.controlPlane() && controlPlaneBusy) {
            return Optional.of("another control-plane node is being changed");
        }
        if (node.hostsLeader()) {
            return leader(node);
        }
        return Optional.empty();
    }

    private Optional<String> leader(Node node) {
        boolean others = group.nodes().stream()
                .anyMatch(other -> other != node
                        && (other.phase().inFlight()
                                || !group.done(other) && reason(other).isEmpty()));
        if (others) {
            return Optional.of("goes last, the operator runs on it");
        }
        moveLeaderFrom = Optional.of(node.name());
        return Optional.of("the operator moves to another node first");
    }

    private void grant(Node node) {
        grants.add(node.name());
        taken++;
        canarySlots--;
        controlPlaneBusy |= node.controlPlane();
        if (!node.unavailable()) {
            counted++;
        }
    }

    private String culprits() {
        var names = new ArrayList<>(grants);
        group.nodes().stream().filter(Node::counts).map(Node::name).forEach(names::add);
        return names.stream().distinct().sorted().limit(5).collect(Collectors.joining(", "));
    }

    private String progress() {
        var text = new StringBuilder(
                "%d of %d configured".formatted(group.doneCount(), group.nodes().size()));
        group.nodes().stream()
                .filter(node -> node.phase().inFlight())
                .sorted(Comparator.comparing(Node::name))
                .forEach(node -> text.append(", ")
                        .append(node.name())
                        .append(' ')
                        .append(node.phase().next().map(Step::doing).orElse("")));
        group.failures().stream()
                .filter(node -> !node.phase().inFlight())
                .forEach(node -> text.append(", ")
                        .append(node.name())
                        .append(node.phase() == Phase.BROKEN ? " broken" : " rolled back"));
        return text.toString();
    }

    private int count(Predicate<Node> condition) {
        return (int) group.nodes().stream().filter(condition).count();
    }
}
