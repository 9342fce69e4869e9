package io.numaresources.explain;

/**
 * Why nothing can be told of a node.
 *
 * @param kind what is missing
 * @param text in words, as the end of "can't tell: …"
 */
public record Gap(Kind kind, String text) {

    /** Kinds of gaps. */
    public enum Kind {
        /** No NodeResourceTopology. */
        NO_TOPOLOGY,
        /** It has no zones that are NUMA nodes. */
        NO_ZONES,
        /** It doesn't say which topology manager policy the kubelet has. */
        NO_POLICY,
        /** A zone can't be read. */
        MALFORMED,
        /** The node isn't ready: what it published may be old. */
        STALE
    }

    static final Gap NO_TOPOLOGY = new Gap(Kind.NO_TOPOLOGY, "no NodeResourceTopology is published");
    static final Gap NO_ZONES = new Gap(Kind.NO_ZONES, "its NodeResourceTopology has no NUMA zones");
    static final Gap NO_POLICY = new Gap(Kind.NO_POLICY, "its NodeResourceTopology tells no topology manager policy");
    static final Gap STALE = new Gap(Kind.STALE, "the node isn't ready, so that what it published may be old");

    static Gap malformed(String what) {
        return new Gap(Kind.MALFORMED, "its NodeResourceTopology can't be read: " + what);
    }
}
