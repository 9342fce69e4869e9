package io.numaresources.topology;

import io.numaresources.topology.Verdict.Rejected;
import io.numaresources.topology.Verdict.Unknown;

/** The kubelet's answer to a pod on a node. */
public final class Admission {
    private Admission() {}

    /** The predicted verdict, with {@link Rejected#never()} decided. */
    public static Verdict decide(NumaNode node, PodShape pod) {
        return decide(node, pod, new Demands(pod), new EmptyNodes(pod));
    }

    /** The same for a pod on one node after the other. */
    static Verdict decide(NumaNode node, PodShape pod, Demands demands, EmptyNodes empty) {
        var demand = demands.on(node);
        var verdict = new Attempt(new Books(node, demand, false), pod, demand, true).run();
        if (verdict instanceof Rejected r && empty.reject(node, demand)) {
            return new Rejected(r.reason(), r.unit(), r.needs(), true);
        }
        return verdict instanceof Unknown || settled(node, pod, demand, verdict)
                ? verdict
                : new Unknown(Verdict.Cause.LEFT_BY_INIT);
    }

    /** Whether it is the same wherever what isn't listed may be: at worst all of it is in each zone. */
    private static boolean settled(NumaNode node, PodShape pod, Demand.OfPod demand, Verdict verdict) {
        var unlisted = node.unlisted();
        return unlisted.isEmpty()
                || new Attempt(new Books(node.less(unlisted), demand, false), pod, demand, false)
                                .run()
                                .getClass()
                        == verdict.getClass();
    }
}
