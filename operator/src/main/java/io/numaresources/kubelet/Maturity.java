package io.numaresources.kubelet;

/** How a kubelet minor treats a policy option or a feature gate. */
public enum Maturity {
    /** Unknown: naming it keeps the kubelet from starting. */
    ABSENT,
    /** Needs the alpha gate of its manager. */
    ALPHA,
    /** Needs the beta gate of its manager, which is on by default. */
    BETA,
    /** Needs no gate. */
    GA
}
