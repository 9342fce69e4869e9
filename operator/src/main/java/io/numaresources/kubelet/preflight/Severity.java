package io.numaresources.kubelet.preflight;

/** What a violation does to the node. */
public enum Severity {
    /** Good to know. */
    INFO,
    /** The node is configured all the same. */
    WARNING,
    /** The node is not touched. */
    ERROR
}
