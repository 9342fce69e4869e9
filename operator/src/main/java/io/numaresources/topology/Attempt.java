package io.numaresources.topology;

import io.numaresources.topology.Verdict.Admitted;
import io.numaresources.topology.Verdict.Cause;
import io.numaresources.topology.Verdict.Note;
import io.numaresources.topology.Verdict.Placement;
import io.numaresources.topology.Verdict.Reason;
import io.numaresources.topology.Verdict.Rejected;
import io.numaresources.topology.Verdict.Unknown;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One pod tried on the books of a node: the topology manager first, the node's totals after it, as the kubelet's handlers go. */
final class Attempt {
    private final Books books;
    private final KubeletRules rules;
    private final PodShape shape;
    private final Demand.OfPod demand;
    private final List<Placement> placements = new ArrayList<>();

    Attempt(Books books, PodShape shape, Demand.OfPod demand) {
        this.books = books;
        this.rules = books.node.rules();
        this.shape = shape;
        this.demand = demand;
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
        books.close(shape.requests());
        return new Admitted(placements, notes());
    }

    private Optional<Verdict> undecidable() {
        if (books.node.zones().isEmpty() && demand.anything()) {
            return unknown(Cause.NO_ZONES);
        }
        boolean aligns = rules.policy() != AlignmentPolicy.NONE;
        boolean memory = demand.containers().stream().anyMatch(d -> !d.memory().isEmpty());
        boolean devices =
                demand.containers().stream().anyMatch(d -> !d.devices().isEmpty());
        boolean cpus = demand.containers().stream().anyMatch(d -> d.cpus() > 0);
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
        var merged = merge(demand.pod());
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
            var merged = aligns ? merge(container) : new Merge.Best(Merge.NIL, false);
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
        return container.cpus() > 0 && !books.cpus.settled()
                || container.devices().keySet().stream()
                        .anyMatch(name -> !books.devices.get(name).settled());
    }

    private boolean admits(Merge.Best merged) {
        return merged.preferred() || rules.policy() == AlignmentPolicy.BEST_EFFORT;
    }

    private Merge.Best merge(Demand unit) {
        if (rules.policy() == AlignmentPolicy.SINGLE_NUMA_NODE) {
            long devices = Merge.NIL;
            for (var device : unit.devices().entrySet()) {
                devices &= books.devices.get(device.getKey()).singles(device.getValue());
            }
            long cpus = unit.cpus() > 0 ? books.cpus.singles(unit.cpus()) : Merge.NIL;
            long memory = unit.memory().isEmpty() ? Merge.NIL : books.memory.singles(unit.memory());
            return Merge.single(books.zones(), new long[] {devices, cpus, memory});
        }
        var hints = new ArrayList<Hints>();
        unit.devices()
                .forEach((name, count) -> hints.add(books.devices.get(name).hints(count)));
        if (unit.cpus() > 0) {
            hints.add(books.cpus.hints(unit.cpus()));
        }
        if (!unit.memory().isEmpty()) {
            // Each memory resource brings the same sets, and the merge may pick another one for each.
            var memory = books.memory.hints(unit.memory());
            unit.memory().keySet().forEach(name -> hints.add(memory));
        }
        return new Merge(books.zones(), distances(), rules.closestZones()).best(hints);
    }

    private long[][] distances() {
        var zones = books.node.zones();
        var distances = new long[zones.size()][zones.size()];
        for (int i = 0; i < zones.size(); i++) {
            for (int j = 0; j < zones.size(); j++) {
                distances[i][j] = zones.get(i).costs().getOrDefault(zones.get(j).id(), 0);
            }
        }
        return distances;
    }

    /** Devices, CPUs, memory: the order in which the kubelet asks its managers. */
    private Optional<Verdict> allocate(Demand container, Merge.Best merged) {
        for (var device : container.devices().entrySet()) {
            if (!books.devices
                    .get(device.getKey())
                    .allocate(device.getValue(), merged.zones(), container.regularInit())) {
                return rejected(Reason.ALLOCATION, container);
            }
        }
        if (container.cpus() > 0) {
            if (rules.cpus().wholeCoresOnly()) {
                long whole = books.cpus.freeInAll() - rules.cpus().strandedThreads();
                if (container.cpus() % rules.cpus().threadsPerCore() != 0 || container.cpus() > whole) {
                    return rejected(Reason.WHOLE_CORES, container);
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
        for (var entry : shape.requests().amounts().entrySet()) {
            String name = entry.getKey();
            boolean elsewhere =
                    !Resources.isNative(name) && !books.node.allocatable().has(name);
            if (entry.getValue() > 0 && !elsewhere && entry.getValue() > books.freeOnNode(name)) {
                return Optional.of(lacking(name, entry.getValue()));
            }
        }
        return Optional.empty();
    }

    private Verdict lacking(String name, long requested) {
        var need = new Need(name, requested, 0, List.of(), books.freeOnNode(name));
        return new Rejected(Reason.NODE_TOTAL, "", List.of(need), false);
    }

    private Optional<Verdict> rejected(Reason reason, Demand unit) {
        return Optional.of(new Rejected(reason, unit.unit(), new Needs(books).of(unit), false));
    }

    private static Optional<Verdict> unknown(Cause cause) {
        return Optional.of(new Unknown(cause));
    }

    private Set<Note> notes() {
        var notes = EnumSet.noneOf(Note.class);
        if (shape.podLevel().isPresent()) {
            notes.add(Note.POD_LEVEL_RESOURCES);
        } else if (shape.qos() != Qos.GUARANTEED) {
            notes.add(Note.NOT_GUARANTEED);
        } else {
            if (!rules.cpus().exclusive()) {
                notes.add(Note.SHARED_CPUS);
            } else if (demand.fractional()) {
                notes.add(Note.FRACTIONAL_CPUS);
            }
            if (!rules.pinnedMemory()) {
                notes.add(Note.SHARED_MEMORY);
            } else if (books.node.memoryGroups().isEmpty() && rules.policy() != AlignmentPolicy.SINGLE_NUMA_NODE) {
                notes.add(Note.MEMORY_GROUPS_ASSUMED);
            }
        }
        return notes;
    }
}
