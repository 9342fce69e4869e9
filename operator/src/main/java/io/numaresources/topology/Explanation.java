package io.numaresources.topology;

import java.util.List;

/**
 * Everything there is to say about a pod on a node.
 *
 * @param node the node's name
 * @param rules what its kubelet does
 * @param kubelet the kubelet's verdict
 * @param scheduler the plugin's answer, which may differ
 * @param remedies what would get a rejected pod admitted, the least intrusive first
 */
public record Explanation(
        String node, KubeletRules rules, Verdict kubelet, SchedulerFilter.Answer scheduler, List<Remedy> remedies) {
    public Explanation {
        remedies = List.copyOf(remedies);
    }

    /** One sentence without a full stop, for an event or a table. */
    public String sentence() {
        return new Sentence(rules).of(kubelet, remedies);
    }
}
