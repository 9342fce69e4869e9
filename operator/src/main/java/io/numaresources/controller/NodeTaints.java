package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.OutlierTaint;
import io.numaresources.api.v1alpha1.RejectedPodsTaint;
import io.numaresources.explain.NodePlace.NodeTaint;
import io.numaresources.guard.NodeMark;
import io.numaresources.guard.PoolConsistency;
import io.numaresources.guard.Storm;
import io.numaresources.guard.TaintPatch;
import io.numaresources.guard.TaintPlan;
import io.numaresources.stack.NodeFacts;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts this operator's taints on nodes and takes them off. What is on the nodes is the only memory, so a new process goes on with it; a node is read and patched
 * only where the cache says that its marks are others than they should be.
 */
final class NodeTaints {
    private static final Logger LOG = LoggerFactory.getLogger(NodeTaints.class);
    private static final int MOST_IN_A_PASS = 25;
    private static final Duration GO_ON = Duration.ofSeconds(1);
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(10);
    private static final int GONE = 404;

    private final KubernetesClient client;
    private final ClusterView view;
    private final EventEmitter events;
    private final Clock clock;
    private final TaintPlan plan;
    private final Set<String> written = new HashSet<>();
    private List<Finding> findings = List.of();
    private Duration again = Duration.ZERO;

    /**
     * @param patience how long a node must differ from its group before it is tainted for that
     */
    NodeTaints(KubernetesClient client, ClusterView view, Duration patience, Clock clock) {
        this.client = client;
        this.view = view;
        this.clock = clock;
        events = new EventEmitter(client, clock);
        plan = new TaintPlan(patience);
    }

    /**
     * Writes what differs.
     *
     * @param storms the storms that rage; empty while that isn't known
     * @param writes whether anything may be written
     */
    synchronized void pass(
            Pass pass, Map<String, PoolConsistency> compared, Optional<List<Storm>> storms, boolean writes) {
        var marked = view.marked();
        var frozen = pass.frozen();
        // who doesn't ask for taints shall not pay for them with each pass
        var pools = marked.isEmpty() && !asked(pass) ? List.<TaintPlan.Pool>of() : pools(pass, frozen, compared);
        var turn = plan.turn(pools, storms, marked, clock.instant());
        findings = turn.findings();
        again = turn.next().orElse(Duration.ZERO);
        if (!writes || (marked.isEmpty() && turn.wanted().isEmpty())) {
            return;
        }
        var left = frozen.stream()
                .flatMap(group -> pass.membership().groups().getOrDefault(group, List.of()).stream())
                .map(NodeFacts::name)
                .collect(Collectors.toSet());
        var due = Stream.concat(marked.keySet().stream(), turn.wanted().keySet().stream())
                .distinct()
                .filter(node -> !left.contains(node))
                .filter(node -> !marked.getOrDefault(node, Set.of())
                        .equals(marks(turn.wanted(), node).keySet()))
                .toList();
        var refused = due.stream()
                .limit(MOST_IN_A_PASS)
                .filter(node -> !write(node, marks(turn.wanted(), node)))
                .toList();
        if (!refused.isEmpty()) {
            sooner(AFTER_REFUSAL);
        } else if (due.size() > MOST_IN_A_PASS) {
            sooner(GO_ON);
        }
    }

    /** What there is to say of them. */
    synchronized List<Finding> findings() {
        return findings;
    }

    /** How long until there may be something to do, without any news; zero for never. */
    synchronized Duration again() {
        return again;
    }

    /** Takes all of them off; returns whether none is left. */
    synchronized boolean free() {
        var nodes = new TreeSet<>(view.marked().keySet());
        // the watch may not have told of the last ones yet
        nodes.addAll(written);
        return nodes.stream().map(node -> write(node, Map.of())).toList().stream()
                .allMatch(Boolean::booleanValue);
    }

    private void sooner(Duration wait) {
        again = again.isZero() || wait.compareTo(again) < 0 ? wait : again;
    }

    private static Map<NodeTaint, String> marks(Map<String, Map<NodeTaint, String>> wanted, String node) {
        return wanted.getOrDefault(node, Map.of());
    }

    private static boolean asked(Pass pass) {
        var spec = pass.primary().getSpec();
        return spec.rejectedPods().taint() != RejectedPodsTaint.NONE
                || spec.nodeGroups().stream().anyMatch(group -> group.outliers().taint() != OutlierTaint.NONE);
    }

    private static List<TaintPlan.Pool> pools(Pass pass, Set<String> frozen, Map<String, PoolConsistency> compared) {
        var spec = pass.primary().getSpec();
        var groupOf = pass.membership().groupOfNode();
        return spec.nodeGroups().stream()
                .filter(group -> !frozen.contains(group.name()))
                .map(group -> new TaintPlan.Pool(
                        group.name(),
                        pass.membership().groups().getOrDefault(group.name(), List.of()).stream()
                                .map(NodeFacts::name)
                                .filter(groupOf::containsKey)
                                .collect(Collectors.toCollection(TreeSet::new)),
                        group.outliers().taint(),
                        spec.rejectedPods().taint(),
                        Optional.ofNullable(compared.get(group.name()))))
                .toList();
    }

    /** Returns whether the node has these marks now, or is gone. */
    private boolean write(String name, Map<NodeTaint, String> wanted) {
        try {
            var node = client.nodes().withName(name).get();
            if (node == null) {
                written.remove(name);
                return true;
            }
            var taints =
                    node.getSpec() == null ? List.<Taint>of() : node.getSpec().getTaints();
            var operations = TaintPatch.of(taints, wanted.keySet());
            if (!operations.isEmpty()) {
                client.nodes()
                        .withName(name)
                        .patch(
                                PatchContext.of(PatchType.JSON),
                                client.getKubernetesSerialization().asJson(operations));
                tell(node, taints, wanted);
            }
            if (wanted.isEmpty()) {
                written.remove(name);
            } else {
                written.add(name);
            }
            return true;
        } catch (KubernetesClientException refused) {
            LOG.atInfo()
                    .addKeyValue("node", name)
                    .addKeyValue("error", refused.getMessage())
                    .log("taints were not written, it is tried again");
            return refused.getCode() == GONE;
        }
    }

    private void tell(Node node, Collection<Taint> before, Map<NodeTaint, String> wanted) {
        var had = NodeMark.of(before.stream().map(NodeTaint::of).toList());
        wanted.forEach((mark, why) -> {
            if (!had.contains(mark)) {
                events.warning(node, "NUMATainted", "taint " + mark + (why.isEmpty() ? "" : ": " + why));
            }
        });
        had.stream()
                .filter(mark ->
                        wanted.keySet().stream().noneMatch(other -> other.key().equals(mark.key())))
                .forEach(mark -> events.normal(node, "NUMATaintRemoved", "taint " + mark + " is taken off"));
        LOG.atInfo()
                .addKeyValue("node", node.getMetadata().getName())
                .log(wanted.isEmpty() ? "taints were taken off" : "tainted: " + wanted.keySet());
    }
}
