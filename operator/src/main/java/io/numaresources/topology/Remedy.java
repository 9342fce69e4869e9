package io.numaresources.topology;

import java.util.List;
import java.util.stream.Collectors;

/** A change after which the pod would be admitted; each was tried on the engine before it is offered. */
public sealed interface Remedy {

    /** In words, as the end of "it would fit …". */
    String text();

    /** The kubelet's topology manager would have to use another scope. */
    record OtherScope(AlignmentScope scope) implements Remedy {
        @Override
        public String text() {
            return "with topology manager scope " + scope.value();
        }
    }

    /** Containers ask for whole cores, under full-pcpus-only. */
    record WholeCores(List<Change> changes) implements Remedy {
        public WholeCores {
            changes = List.copyOf(changes);
        }

        @Override
        public String text() {
            return "with whole cores: " + Change.text(changes);
        }
    }

    /** Containers ask for less. */
    record SmallerRequest(List<Change> changes) implements Remedy {
        public SmallerRequest {
            changes = List.copyOf(changes);
        }

        @Override
        public String text() {
            return "with " + Change.text(changes);
        }
    }

    /** Pods leave the node; no smaller set of them was found. */
    record PodsLeaving(List<String> pods) implements Remedy {
        public PodsLeaving {
            pods = List.copyOf(pods);
        }

        @Override
        public String text() {
            return "if " + String.join(", ", pods) + " left";
        }
    }

    /**
     * Another amount for a container.
     *
     * @param container its name
     * @param resource what it asks for
     * @param from amount now
     * @param to amount with which it would fit
     */
    record Change(String container, String resource, long from, long to) {
        static String text(List<Change> changes) {
            return changes.stream()
                    .map(c -> "container " + c.container + " at " + Amount.text(c.resource, c.to))
                    .collect(Collectors.joining(", "));
        }
    }
}
