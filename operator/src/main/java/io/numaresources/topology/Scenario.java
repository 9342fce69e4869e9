package io.numaresources.topology;

import java.util.Set;

/** A change to nodes that is only imagined. */
public sealed interface Scenario {

    /** Nothing changes. */
    record Now() implements Scenario {}

    /** The named nodes are drained and used again: all of their pods are gone. */
    record Drained(Set<String> nodes) implements Scenario {
        public Drained {
            nodes = Set.copyOf(nodes);
        }
    }

    /** The named nodes are gone. */
    record Without(Set<String> nodes) implements Scenario {
        public Without {
            nodes = Set.copyOf(nodes);
        }
    }

    /** The kubelets use another policy and scope; pods stay where they are. */
    record Aligned(AlignmentPolicy policy, AlignmentScope scope) implements Scenario {}

    /**
     * Firmware makes more zones of each (SNC, NPS). Nodes start empty, as they must restart. CPUs, memory and devices are split
     * evenly and what is left over goes to the first parts, as do reservations.
     *
     * @param parts zones that each zone becomes, 2 or more
     */
    record Split(int parts) implements Scenario {
        public Split {
            if (parts < 2) {
                throw new IllegalArgumentException("a zone can't be split into " + parts);
            }
        }
    }

    /**
     * Firmware makes one zone of several neighbours. Nodes start empty.
     *
     * @param zones neighbours, by id, that become one; 2 or more
     */
    record Joined(int zones) implements Scenario {
        public Joined {
            if (zones < 2) {
                throw new IllegalArgumentException(zones + " zones can't be joined");
            }
        }
    }
}
