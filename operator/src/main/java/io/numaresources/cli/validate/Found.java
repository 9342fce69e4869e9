package io.numaresources.cli.validate;

import io.numaresources.api.v1alpha1.Severity;

/**
 * Something that a check found.
 *
 * @param check which check
 * @param id its id; for P that of the pre-flight check
 * @param severity Info isn't counted as a failure
 * @param node node that it is about, empty for the cluster
 * @param component such as CPU manager
 * @param setting such as policy
 * @param expected what should be
 * @param detected what is
 * @param message all of it in a sentence, with what to do
 */
public record Found(
        Check check,
        String id,
        Severity severity,
        String node,
        String component,
        String setting,
        String expected,
        String detected,
        String message) {

    static Found of(
            Check check,
            Severity severity,
            String node,
            String component,
            String setting,
            String expected,
            String detected,
            String remedy) {
        var who = node.isEmpty() ? component : node + ": " + component;
        return new Found(
                check,
                check.name(),
                severity,
                node,
                component,
                setting,
                expected,
                detected,
                "%s %s is %s, expected %s: %s"
                        .formatted(who, setting, detected.isEmpty() ? "not set" : detected, expected, remedy));
    }

    static Found of(Check check, Severity severity, String node, String message) {
        return new Found(check, check.name(), severity, node, "", "", "", "", message);
    }

    /** Whether it makes the validation fail. */
    public boolean fails() {
        return severity != Severity.INFO;
    }
}
