package io.numaresources.testbed.demo;

/**
 * A NUMA zone of a node, as its NodeResourceTopology says.
 *
 * @param node name of the node
 * @param name name of the zone, such as {@code node-0}
 * @param cpus CPUs that pods may have
 * @param freeCpus CPUs that no pod has
 * @param memory bytes that pods may have
 */
record Zone(String node, String name, int cpus, int freeCpus, long memory) {

    private static final int WIDEST_BAR = 32;

    /** Number of the zone. */
    String number() {
        return name.substring(name.lastIndexOf('-') + 1);
    }

    /** A line about it. */
    String line() {
        var bar = cpus > WIDEST_BAR ? "" : "■".repeat(cpus - freeCpus) + "□".repeat(freeCpus) + "  ";
        return "   %-10s zone %-3s %s%d of %d CPUs free".formatted(node, number(), bar, freeCpus, cpus);
    }
}
