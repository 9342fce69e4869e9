package io.numaresources.api.v1alpha1;

/** The conditions of a NUMAResourcesOperator. */
public enum ConditionType {
    AVAILABLE("Available", "scheduler and updaters serve"),
    PROGRESSING("Progressing", "something is being rolled out; the message says what is awaited"),
    DEGRADED("Degraded", "something needs a person; the message says what"),
    UPGRADEABLE("Upgradeable", "nothing speaks against an upgrade of the operator"),
    READY("Ready", "available, settled and not degraded: for kubectl wait");

    private final String value;
    private final String meaning;

    ConditionType(String value, String meaning) {
        this.value = value;
        this.meaning = meaning;
    }

    /** As it is written in the resource. */
    public String value() {
        return value;
    }

    /** What it means that its status is True. */
    public String meaning() {
        return meaning;
    }
}
