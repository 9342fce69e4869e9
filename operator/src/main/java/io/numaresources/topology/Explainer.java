package io.numaresources.topology;

import io.numaresources.topology.Verdict.Rejected;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;

/** Explains a pod to people: on one node with remedies, on a cluster by groups of nodes. */
public final class Explainer {
    private Explainer() {}

    /** A pod on a node. Remedies are searched for a rejected pod only. */
    public static Explanation explain(NumaNode node, PodShape pod) {
        var verdict = Admission.decide(node, pod);
        var remedies = verdict instanceof Rejected rejected
                ? new Remedies(Residences.told(node), pod, rejected).find()
                : List.<Remedy>of();
        return new Explanation(node.name(), node.rules(), verdict, SchedulerFilter.check(node, pod), remedies);
    }

    /** A pod on many nodes; no remedies, which {@link #explain(NumaNode, PodShape)} finds for a group's example. */
    public static ClusterExplanation explain(Collection<NumaNode> nodes, PodShape pod) {
        var groups = new LinkedHashMap<ClusterExplanation.Cause, ClusterExplanation.Builder>();
        var demands = new Demands(pod);
        var empty = new EmptyNodes(pod);
        var filter = new SchedulerFilter(pod);
        for (NumaNode node : nodes) {
            var verdict = Admission.decide(node, pod, demands, empty);
            boolean passes = filter.check(node).passes();
            groups.computeIfAbsent(ClusterExplanation.Cause.of(verdict, passes), c -> new ClusterExplanation.Builder())
                    .add(node, verdict);
        }
        return ClusterExplanation.of(groups);
    }
}
