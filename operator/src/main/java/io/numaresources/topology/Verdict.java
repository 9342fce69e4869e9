package io.numaresources.topology;

import java.util.List;
import java.util.Set;

/** What the kubelet is predicted to answer. */
public sealed interface Verdict {

    /**
     * The pod would be admitted.
     *
     * @param placements zones that the kubelet aligns to, by unit in starting order
     * @param notes what the pod doesn't get although it is admitted
     */
    record Admitted(List<Placement> placements, Set<Note> notes) implements Verdict {
        public Admitted {
            placements = List.copyOf(placements);
            notes = Set.copyOf(notes);
        }
    }

    /**
     * The pod would fail.
     *
     * @param reason why
     * @param unit the container that fails, or the empty string for the pod as a whole
     * @param needs the resources that take part, with what each zone lacks
     * @param never whether it would fail even with no other pod on the node
     */
    record Rejected(Reason reason, String unit, List<Need> needs, boolean never) implements Verdict {
        public Rejected {
            needs = List.copyOf(needs);
        }
    }

    /**
     * The published numbers don't tell.
     *
     * @param cause what is missing
     */
    record Unknown(Cause cause) implements Verdict {}

    /**
     * Zones of a unit.
     *
     * @param unit container, or the empty string for the pod as a whole
     * @param zones mask of zone ids, 0 where the kubelet has no preference
     */
    record Placement(String unit, long zones) {}

    /** Why a pod is rejected. */
    enum Reason {
        /** No zones satisfy the policy. */
        ALIGNMENT("TopologyAffinityError"),
        /** full-pcpus-only, and the CPUs asked for aren't whole cores, or too few whole cores are free. */
        WHOLE_CORES("SMTAlignmentError"),
        /** The zones were agreed on, but a resource manager could not allocate there. */
        ALLOCATION("UnexpectedAdmissionError"),
        /** The node as a whole has too little of {@link Need#resource()}. */
        NODE_TOTAL("OutOf");

        private final String podReason;

        Reason(String podReason) {
            this.podReason = podReason;
        }

        /** What status.reason of the pod says; the beginning of it for {@link #NODE_TOTAL}. */
        public String podReason() {
            return podReason;
        }
    }

    /** What an admitted pod does without. */
    enum Note {
        /** The pod isn't Guaranteed: CPUs and memory are shared and in any zone. */
        NOT_GUARANTEED,
        /** A container of a Guaranteed pod asks for fractions of CPUs and shares them. */
        FRACTIONAL_CPUS,
        /** The pod has pod-level resources, for which CPU and memory manager pin nothing. */
        POD_LEVEL_RESOURCES,
        /** The kubelet's CPU manager isn't static. */
        SHARED_CPUS,
        /** The kubelet's memory manager isn't Static. */
        SHARED_MEMORY,
        /** Memory in use was taken to be within single zones, which isn't published. */
        MEMORY_GROUPS_ASSUMED
    }

    /** What would have to be known. */
    enum Cause {
        /** Nothing is published for the node. */
        NO_ZONES,
        /** The kubelet searches every combination of zones, which does not end with so many (kubernetes issue 135541). */
        TOO_MANY_ZONES,
        /** prefer-closest-numa-nodes without distances. */
        NO_DISTANCES,
        /** align-by-socket, and the sockets of the zones aren't known. */
        NO_SOCKETS,
        /** full-pcpus-only, and the number of threads of a core isn't known. */
        NO_CORE_SIZE,
        /** A container before took CPUs or devices from zones that depend on which cores or devices exactly are free. */
        EARLIER_PLACEMENT,
        /** Ended init containers of pods on the node hold what isn't published, and it matters in which zones ({@link PodShape#leftByInit}). */
        LEFT_BY_INIT
    }
}
