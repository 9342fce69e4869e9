package io.numaresources.topology;

import io.numaresources.topology.Verdict.Admitted;
import io.numaresources.topology.Verdict.Unknown;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** How many pods of a shape fit, one after the other. */
public final class WhatIf {
    /** Most pods counted on one node: a pod for which nothing is pinned would fit without end where the node's totals aren't known. */
    public static final int MOST_PER_NODE = 1000;

    private WhatIf() {}

    /**
     * What fits.
     *
     * @param pods in all
     * @param byNode number by node, also 0
     * @param unknown nodes of which nothing can be told
     * @param estimated nodes whose number rests on a guess which zones an earlier pod of the count took, or that is less
     *     where ended init containers hold something in zones that aren't known
     */
    public record Fit(
            long pods, Map<String, Integer> byNode, Map<String, Verdict.Cause> unknown, Set<String> estimated) {}

    /** Counts pods of the shape on the nodes as the scenario changes them. */
    public static Fit fit(Collection<NumaNode> nodes, PodShape pod, Scenario scenario) {
        var byNode = new LinkedHashMap<String, Integer>();
        var unknown = new LinkedHashMap<String, Verdict.Cause>();
        var estimated = new TreeSet<String>();
        var demands = new Demands(pod);
        long pods = 0;
        for (NumaNode node : apply(nodes, scenario)) {
            var demand = demands.on(node);
            var books = new Books(node, demand, false);
            int count = 0;
            var verdict = new Attempt(books, pod, demand, false).run();
            while (verdict instanceof Admitted && ++count < MOST_PER_NODE) {
                verdict = new Attempt(books, pod, demand, false).run();
            }
            if (count == 0 && verdict instanceof Unknown u) {
                unknown.put(node.name(), u.cause());
                continue;
            }
            if (books.guessed() || !node.unlisted().isEmpty()) {
                estimated.add(node.name());
            }
            byNode.put(node.name(), count);
            pods += count;
        }
        return new Fit(pods, byNode, unknown, estimated);
    }

    /** The nodes after the change. */
    public static List<NumaNode> apply(Collection<NumaNode> nodes, Scenario scenario) {
        var changed = new ArrayList<NumaNode>();
        for (NumaNode node : nodes) {
            switch (scenario) {
                case Scenario.Now _ -> changed.add(node);
                case Scenario.Drained d -> changed.add(d.nodes().contains(node.name()) ? node.emptied() : node);
                case Scenario.Without w -> {
                    if (!w.nodes().contains(node.name())) {
                        changed.add(node);
                    }
                }
                case Scenario.Aligned a -> changed.add(node.with(a.policy(), a.scope()));
                case Scenario.Split s -> changed.add(Layout.split(node, s.parts()));
                case Scenario.Joined j -> changed.add(Layout.join(node, j.zones()));
            }
        }
        return changed;
    }
}
