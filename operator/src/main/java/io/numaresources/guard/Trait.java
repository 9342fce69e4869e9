package io.numaresources.guard;

import java.util.Comparator;

/**
 * Something in which the nodes of a group should be alike.
 *
 * @param kind what kind of thing
 * @param name for people, such as {@code kernel}
 */
public record Trait(Kind kind, String name) implements Comparable<Trait> {

    /** Kinds of traits. */
    public enum Kind {
        /** Parts and firmware of the machine: pods fit otherwise, or run at another speed. */
        HARDWARE,
        /** What the kubelet is configured to: pods are admitted by other rules. */
        CONFIGURATION,
        /** Versions, which differ for some time whenever they are upgraded. */
        VERSION
    }

    static Trait hardware(String name) {
        return new Trait(Kind.HARDWARE, name);
    }

    static Trait configuration(String name) {
        return new Trait(Kind.CONFIGURATION, name);
    }

    static Trait version(String name) {
        return new Trait(Kind.VERSION, name);
    }

    @Override
    public int compareTo(Trait other) {
        return Comparator.comparing(Trait::kind).thenComparing(Trait::name).compare(this, other);
    }
}
