package io.numaresources.stack;

/** Labels and annotations of the objects this operator owns. No selector contains a version. */
public final class StackLabels {
    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    public static final String OPERATOR = "numaresources-operator";
    public static final String NAME = "app.kubernetes.io/name";
    public static final String PART_OF = "app.kubernetes.io/part-of";
    public static final String COMPONENT = "app.kubernetes.io/component";
    /** Value of {@link #COMPONENT} on everything of an updater. */
    public static final String UPDATER = "topology-updater";
    /** Value of {@link #COMPONENT} on everything of the scheduler. */
    public static final String SCHEDULER = "scheduler";
    /** Node group an object belongs to. */
    public static final String GROUP = "numaresources.io/group";
    /** Pod-template annotation whose change restarts the scheduler. */
    public static final String RESTART = "numaresources.io/restart";
    /** Pod-template annotation with the hash of the mounted configuration. */
    public static final String CONFIG_HASH = "numaresources.io/config-hash";
    /** Key of the taint on nodes that differ from most of their group. */
    public static final String OUTLIER = "numaresources.io/outlier";
    /** Key of the taint on nodes that reject pods again and again. */
    public static final String REJECTING = "numaresources.io/rejecting";

    private StackLabels() {}
}
