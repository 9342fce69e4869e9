package io.numaresources.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the topology manager makes of the managers' hints for a unit, by way of the single zones where that is enough. */
final class Alignment {
    private final Books books;
    private final KubeletRules rules;

    Alignment(Books books) {
        this.books = books;
        this.rules = books.node.rules();
    }

    /** The best zones for a unit, and whether all managers prefer them. */
    Merge.Best of(Demand unit) {
        var single = single(unit);
        if (rules.policy() == AlignmentPolicy.SINGLE_NUMA_NODE) {
            return single;
        }
        long all = (1L << books.zones()) - 1;
        if (single.preferred() && !rules.closestZones()) {
            return single.zones() == Merge.NIL ? new Merge.Best(all, true) : single;
        }
        if (rules.policy() == AlignmentPolicy.RESTRICTED && !oneWidthAboveOne(unit)) {
            return new Merge.Best(all, false);
        }
        return new Merge(books.zones(), distances(), rules.closestZones()).best(hints(unit));
    }

    private Merge.Best single(Demand unit) {
        long devices = Merge.NIL;
        for (int i = 0; i < unit.devices().size(); i++) {
            devices &= books.devices(unit, i).singles(unit.devices().amount(i));
        }
        long cpus = unit.cpus() > 0 ? books.cpus.singles(unit.cpus()) : Merge.NIL;
        long memory = unit.memory().isEmpty() ? Merge.NIL : books.memory.singles(unit.memory());
        return Merge.single(books.zones(), new long[] {devices, cpus, memory});
    }

    /**
     * Whether a set of several zones can be what all prefer, so that a search is worth it. It can't where widths differ, unless
     * whole sockets are preferred too or, with other distances, another single zone.
     */
    private boolean oneWidthAboveOne(Demand unit) {
        if (rules.closestZones() || rules.cpus().has(CpuRules.Option.ALIGN_BY_SOCKET)) {
            return true;
        }
        int width = unit.cpus() > 0 ? books.cpus.width(unit.cpus()) : 0;
        boolean one = width != 1;
        for (int i = 0; i < unit.devices().size(); i++) {
            int other = books.devices(unit, i).width(unit.devices().amount(i));
            one &= other != 1 && (other == 0 || width == 0 || width == other);
            width = Math.max(width, other);
        }
        if (!unit.memory().isEmpty() && books.memory.singles(unit.memory()) != Merge.NIL) {
            int other = books.memory.width(unit.memory());
            one &= other != 1 && (width == 0 || width == other);
        }
        return one;
    }

    private List<Hints> hints(Demand unit) {
        var hints = new ArrayList<Hints>();
        for (int i = 0; i < unit.devices().size(); i++) {
            hints.add(books.devices(unit, i).hints(unit.devices().amount(i)));
        }
        if (unit.cpus() > 0) {
            hints.add(books.cpus.hints(unit.cpus()));
        }
        if (!unit.memory().isEmpty()) {
            // Each memory resource brings the same sets, and the merge may pick another one for each.
            hints.addAll(Collections.nCopies(unit.memory().size(), books.memory.hints(unit.memory())));
        }
        return hints;
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
}
