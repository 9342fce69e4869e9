package io.numaresources.node;

import java.util.Map;

/** A kubelet's own account of the configuration that it runs. */
@FunctionalInterface
public interface Configz {
    /** Asks a kubelet that listens on this port. */
    Answer ask(int port);

    /** What it says. */
    sealed interface Answer {
        /** The object kubeletconfig. */
        record Told(Map<String, ?> fields) implements Answer {}

        /** The agent may not read it: a kubelet before 1.33 without the gate KubeletFineGrainedAuthz wants the right nodes/proxy, which it hasn't. */
        record Refused() implements Answer {}

        /** Nobody answers, or not in a form that can be read. */
        record Silent(String why) implements Answer {}
    }
}
