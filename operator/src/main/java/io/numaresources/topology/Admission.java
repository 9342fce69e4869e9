package io.numaresources.topology;

import io.numaresources.topology.Verdict.Rejected;

/** The kubelet's answer to a pod on a node. */
public final class Admission {
    private Admission() {}

    /** The predicted verdict, with {@link Rejected#never()} decided. */
    public static Verdict decide(NumaNode node, PodShape pod) {
        return decide(node, pod, new Demands(pod));
    }

    static Verdict decide(NumaNode node, PodShape pod, Demands demands) {
        var demand = demands.on(node);
        var verdict = new Attempt(new Books(node, demand, false), pod, demand, true).run();
        if (verdict instanceof Rejected r && fails(new Books(node, demand, true), pod, demand)) {
            return new Rejected(r.reason(), r.unit(), r.needs(), true);
        }
        return verdict;
    }

    private static boolean fails(Books empty, PodShape pod, Demand.OfPod demand) {
        return new Attempt(empty, pod, demand, false).run() instanceof Rejected;
    }
}
