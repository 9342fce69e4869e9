package io.numaresources.finding;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.Severity;
import org.jspecify.annotations.Nullable;

/** An entry of the catalogue of findings. */
public sealed interface Catalogued permits FindingCode, GuardCode {
    /** As it is written in the resource. */
    String code();

    Severity severity();

    /** What is the case. */
    String meaning();

    /** What a person can do. */
    String remedy();

    /** A finding about the cluster or the whole resource. */
    default Finding finding(String message) {
        return finding(null, null, message);
    }

    /** A finding about a group, or about the whole resource without one. */
    default Finding finding(@Nullable String group, String message) {
        return finding(group, null, message);
    }

    /**
     * A finding.
     *
     * @param group group or groups that it is about
     * @param node node that it is about
     * @param message what is wrong here and what to do
     */
    default Finding finding(@Nullable String group, @Nullable String node, String message) {
        return new Finding(severity(), code(), group, node, message);
    }
}
