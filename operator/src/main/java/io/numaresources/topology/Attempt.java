package io.numaresources.topology;

import io.numaresources.topology.Verdict.Admitted;
import io.numaresources.topology.Verdict.Cause;
import io.numaresources.topology.Verdict.Placement;
import io.numaresources.topology.Verdict.Reason;
import io.numaresources.topology.Verdict.Rejected;
import io.numaresources.topology.Verdict.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One pod tried on the books of a node: the topology manager first, the node's totals after it, as the kubelet's handlers go. */
final class Attempt {
    private final Books books;
    private final KubeletRules rules;
    private final PodShape shape;
    private final Demand.OfPod demand;
    private final boolean explained;
    private final List<Placement> placements = new ArrayList<>(2);

    /** With {@code explained}, a rejection says what was needed. */
    Attempt(Books books, PodShape shape, Demand.OfPod demand, boolean explained) {
        this.books = books;
        this.rules = books.node.rules();
        this.shape = shape;
        this.demand = demand;
        this.explained = explained;
    }

    /** The verdict; {@link Rejected#never()} is left false. The books are changed also by an attempt that fails. */
    Verdict run() {
        var unknown = undecidable();
        if (unknown.isPresent()) {
            return unknown.get();
        }
        var failure = rules.policy() != AlignmentPolicy.NONE && rules.scope() == AlignmentScope.POD
                ? podScope()
                : containerScope();
        if (failure.isEmpty()) {
            failure = totals();
        }
        if (failure.isPresent()) {
            return failure.get();
        }
        books.close(demand.requests());
        return new Admitted(placements, Notes.of(books.node, shape, demand.fractional()));
    }

    private Optional<Verdict> undecidable() {
        boolean aligns = rules.policy() != AlignmentPolicy.NONE;
        boolean memory = demand.containers().stream().anyMatch(d -> !d.memory().isEmpty());
        boolean devices =
                demand.containers().stream().anyMatch(d -> !d.devices().isEmpty());
        boolean cpus = demand.containers().stream().anyMatch(d -> d.cpus() > 0);
        if (books.node.zones().isEmpty() && (cpus || memory || devices)) {
            return unknown(Cause.NO_ZONES);
        }
        boolean many = books.zones() > Hints.SEARCHABLE;
        if (many && (memory || aligns && devices || aligns && cpus && tooManyForCpus())) {
            return unknown(Cause.TOO_MANY_ZONES);
        }
        if (aligns
                && rules.closestZones()
                && books.node.zones().stream().anyMatch(z -> z.costs().isEmpty())) {
            return unknown(Cause.NO_DISTANCES);
        }
        if (cpus && books.cpus.socketsMissing()) {
            return unknown(Cause.NO_SOCKETS);
        }
        if (cpus && rules.cpus().wholeCoresOnly() && rules.cpus().threadsPerCore() == 0) {
            return unknown(Cause.NO_CORE_SIZE);
        }
        return Optional.empty();
    }

    private boolean tooManyForCpus() {
        return rules.policy() != AlignmentPolicy.SINGLE_NUMA_NODE || books.cpus.zonesWithCpus() > Hints.SEARCHABLE;
    }

    private Optional<Verdict> podScope() {
        var merged = new Alignment(books).of(demand.pod());
        if (!admits(merged)) {
            return rejected(Reason.ALIGNMENT, demand.pod());
        }
        placements.add(new Placement("", books.ids(merged.zones())));
        for (Demand container : demand.containers()) {
            var failure = allocate(container, merged);
            if (failure.isPresent()) {
                return failure;
            }
        }
        return Optional.empty();
    }

    private Optional<Verdict> containerScope() {
        boolean aligns = rules.policy() != AlignmentPolicy.NONE;
        for (Demand container : demand.containers()) {
            if (aligns && unsettled(container)) {
                return unknown(Cause.EARLIER_PLACEMENT);
            }
            var merged = aligns ? new Alignment(books).of(container) : new Merge.Best(Merge.NIL, false);
            if (aligns && !admits(merged)) {
                return rejected(Reason.ALIGNMENT, container);
            }
            if (aligns) {
                placements.add(new Placement(container.unit(), books.ids(merged.zones())));
            }
            var failure = allocate(container, merged);
            if (failure.isPresent()) {
                return failure;
            }
        }
        return Optional.empty();
    }

    private boolean unsettled(Demand container) {
        boolean unsettled = container.cpus() > 0 && !books.cpus.settled();
        for (int i = 0; i < container.devices().size(); i++) {
            unsettled |= !books.devices(container, i).settled();
        }
        return unsettled;
    }

    private boolean admits(Merge.Best merged) {
        return merged.preferred() || rules.policy() == AlignmentPolicy.BEST_EFFORT;
    }

    /** Devices, CPUs, memory: the order in which the kubelet asks its managers. */
    private Optional<Verdict> allocate(Demand container, Merge.Best merged) {
        for (int i = 0; i < container.devices().size(); i++) {
            if (!books.devices(container, i)
                    .allocate(container.devices().amount(i), merged.zones(), container.regularInit())) {
                return rejected(Reason.ALLOCATION, container);
            }
        }
        if (container.cpus() > 0) {
            if (rules.cpus().wholeCoresOnly()) {
                if (container.cpus() % rules.cpus().threadsPerCore() != 0
                        || container.cpus() > books.cpus.mostInWholeCores()) {
                    return rejected(Reason.WHOLE_CORES, container);
                }
                if (container.cpus() > books.cpus.leastInWholeCores()) {
                    return unknown(Cause.EARLIER_PLACEMENT);
                }
            }
            if (!books.cpus.allocate(container.cpus(), merged.zones(), container.regularInit())) {
                return rejected(Reason.ALLOCATION, container);
            }
        }
        if (!container.memory().isEmpty()
                && !books.memory.allocate(container.memory(), merged, container.regularInit())) {
            return rejected(Reason.ALLOCATION, container);
        }
        return Optional.empty();
    }

    /** The kubelet's general predicates (kubelet/lifecycle/predicate.go); an extended resource the Node doesn't have is passed over. */
    private Optional<Verdict> totals() {
        if (!books.totalsKnown()) {
            return Optional.empty();
        }
        if (books.node.allocatable().has("pods") && books.freeOnNode("pods") < 1) {
            return Optional.of(lacking("pods", 1));
        }
        var requests = demand.requests();
        for (int i = 0; i < requests.size(); i++) {
            String name = requests.name(i);
            long amount = requests.amount(i);
            boolean elsewhere =
                    !Resources.isNative(name) && !books.node.allocatable().has(name);
            if (amount > 0 && !elsewhere && amount > books.freeOnNode(name)) {
                return Optional.of(lacking(name, amount));
            }
        }
        return Optional.empty();
    }

    private Verdict lacking(String name, long requested) {
        var need = new Need(name, requested, 0, List.of(), books.freeOnNode(name));
        return new Rejected(Reason.NODE_TOTAL, "", List.of(need), false);
    }

    private Optional<Verdict> rejected(Reason reason, Demand unit) {
        return Optional.of(new Rejected(reason, unit.unit(), explained ? new Needs(books).of(unit) : List.of(), false));
    }

    private static Optional<Verdict> unknown(Cause cause) {
        return Optional.of(new Unknown(cause));
    }
}
