package io.numaresources.topology;

import io.numaresources.topology.Verdict.Rejected;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a pod would be rejected where no other pod is, asked of one node after the other: nodes that are alike in a row are tried once. */
final class EmptyNodes {
    private final PodShape pod;
    private @Nullable NumaNode last;
    private boolean rejected;

    EmptyNodes(PodShape pod) {
        this.pod = pod;
    }

    boolean reject(NumaNode node, Demand.OfPod demand) {
        if (last == null || !alike(last, node)) {
            rejected = new Attempt(new Books(node, demand, true), pod, demand, false).run() instanceof Rejected;
            last = node;
        }
        return rejected;
    }

    /** Whether nothing but what pods hold makes a difference between them. */
    private static boolean alike(NumaNode a, NumaNode b) {
        return a.rules().equals(b.rules())
                && a.allocatable().equals(b.allocatable())
                && alike(a.zones(), b.zones(), a.rules().closestZones());
    }

    private static boolean alike(List<Zone> a, List<Zone> b, boolean costs) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            Zone here = a.get(i);
            Zone there = b.get(i);
            if (here.id() != there.id()
                    || !here.capacity().equals(there.capacity())
                    || !here.allocatable().equals(there.allocatable())
                    || !here.socket().equals(there.socket())
                    || costs && !here.costs().equals(there.costs())) {
                return false;
            }
        }
        return true;
    }
}
