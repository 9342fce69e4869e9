package io.numaresources.stack;

import io.numaresources.api.v1alpha1.UpdaterType;
import java.util.List;
import java.util.Optional;

/**
 * What is kept of a NodeResourceTopology. Two equal ones mean that nothing changed that the operator acts upon.
 *
 * @param name name of the object, which is the node's
 * @param policy attribute topologyManagerPolicy, empty where absent
 * @param scope attribute topologyManagerScope, empty where absent
 * @param zones number of zones
 * @param style which updater wrote it last, told from its owner reference: a Namespace for NodeFeatureDiscovery, a Node for
 *     ResourceTopologyExporter; empty for anything else
 * @param ours whether its owner is the namespace of the operands
 * @param writers field managers that wrote it within a minute of the last write
 * @param form how well it is formed
 */
public record TopologyFacts(
        String name,
        String policy,
        String scope,
        int zones,
        Optional<UpdaterType> style,
        boolean ours,
        List<String> writers,
        Form form) {

    /** One that is well formed. */
    public TopologyFacts(
            String name,
            String policy,
            String scope,
            int zones,
            Optional<UpdaterType> style,
            boolean ours,
            List<String> writers) {
        this(name, policy, scope, zones, style, ours, writers, Form.GOOD);
    }

    /**
     * How well an object is formed.
     *
     * @param problem why the scheduler can't use it
     * @param contradiction what of it contradicts itself
     * @param oldWriters field managers that write version v1alpha1, which has no attributes
     * @param shape stands for capacity and distances of the zones: two equal ones are alike
     */
    public record Form(Optional<String> problem, Optional<String> contradiction, List<String> oldWriters, int shape) {
        static final Form GOOD = new Form(Optional.empty(), Optional.empty(), List.of(), 0);
    }
}
