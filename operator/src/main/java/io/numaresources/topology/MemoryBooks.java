package io.numaresources.topology;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Memory and hugepages by zone as the Static memory manager counts them (cm/memorymanager/policy_static.go). */
final class MemoryBooks {
    private final int zones;
    private final MemoryTotals totals;
    /** By resource, by zone. */
    private final long[][] free;
    /** By zone the zones that pods span from it: 0 unused, its own bit alone, or a group. */
    private final long[] group;
    /** What ended init containers of the pod at hand hold, by the very set of zones and resource. */
    private final Map<Long, Map<String, Long>> reusable = new HashMap<>();

    MemoryBooks(NumaNode node, String[] names, boolean empty) {
        this.zones = node.zones().size();
        this.totals = new MemoryTotals(node.zones(), names);
        this.free = new long[names.length][zones];
        this.group = empty || names.length == 0 ? new long[zones] : MemoryGroups.of(node);
        for (int i = 0; i < zones && names.length > 0; i++) {
            Zone zone = node.zones().get(i);
            for (int n = 0; n < free.length; n++) {
                free[n][i] = (empty ? zone.allocatable() : zone.available()).get(names[n]);
            }
        }
    }

    /** What one zone could give alone. */
    long reach(String name, int zone) {
        return barredAlone(zone) ? 0 : free[totals.index(name)][zone] + reused(1L << zone, name);
    }

    long freeInAll(String name) {
        long sum = 0;
        for (long amount : free[totals.index(name)]) {
            sum += amount;
        }
        return sum;
    }

    private boolean barredAlone(int zone) {
        return Long.bitCount(group[zone]) > 1;
    }

    private long reused(long mask, String name) {
        return reusable.isEmpty() ? 0 : reusable.getOrDefault(mask, Map.of()).getOrDefault(name, 0L);
    }

    /** The single zones that are possible, or {@link Merge#NIL} when no zones at all are: the manager has no preference then. */
    long singles(Resources request) {
        long mask = 0;
        for (int i = 0; i < zones; i++) {
            mask |= fits(request, 1L << i) && !barredAlone(i) ? 1L << i : 0;
        }
        return mask == 0 && !fitsAcross(request) ? Merge.NIL : mask;
    }

    /** Whether several zones together fit: of unused zones all are as good as some, and a group serves as a whole. */
    private boolean fitsAcross(Resources request) {
        long unused = unusedZones();
        boolean grouped = false;
        for (int i = 0; i < zones; i++) {
            grouped |= Long.bitCount(group[i]) > 1 && !violates(group[i]) && fits(request, group[i]);
        }
        return grouped
                || Long.bitCount(unused) > 1
                        && (fits(request, unused)
                                || reusable.size() > 0 && hints(request).hasSets());
    }

    private boolean fits(Resources request, long mask) {
        for (int r = 0; r < request.size(); r++) {
            int n = totals.index(request.name(r));
            long all = 0;
            long here = reused(mask, request.name(r));
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                all += totals.allocatable[n][Long.numberOfTrailingZeros(rest)];
                here += free[n][Long.numberOfTrailingZeros(rest)];
            }
            if (all < request.amount(r) || here < request.amount(r)) {
                return false;
            }
        }
        return true;
    }

    int width(Resources request) {
        return totals.width(request);
    }

    /** The same sets for each of the resources; {@link Hints#ANY} when there are none. */
    Hints hints(Resources request) {
        var possible = reusable.isEmpty() ? unused(request) : ZoneSets.none(zones);
        for (int i = 0; i < zones; i++) {
            if (!barredAlone(i) && fits(request, 1L << i)) {
                possible.add(1 << i);
            }
            if (Long.bitCount(group[i]) > 1 && !violates(group[i]) && fits(request, group[i])) {
                possible.add((int) group[i]);
            }
        }
        if (!reusable.isEmpty()) {
            long unused = unusedZones();
            for (long mask = unused; mask != 0; mask = mask - 1 & unused) {
                if (fits(request, mask)) {
                    possible.add((int) mask);
                }
            }
        }
        return Hints.of(possible, totals.width(request), Hints.ANY);
    }

    /** Sets of zones without memory in use: one that is used alone can't join others, and one in a group serves only that group. */
    private ZoneSets unused(Resources request) {
        long unused = unusedZones();
        if (Long.bitCount(unused) < 2) {
            return ZoneSets.none(zones);
        }
        var possible = totals.holding(request);
        for (int r = 0; r < request.size(); r++) {
            possible.keep(ZoneSets.reaching(free[totals.index(request.name(r))], request.amount(r)));
        }
        possible.keepWithin(unused);
        return possible;
    }

    private long unusedZones() {
        long unused = 0;
        for (int i = 0; i < zones; i++) {
            unused |= group[i] == 0 ? 1L << i : 0;
        }
        return unused;
    }

    private boolean violates(long mask) {
        if (Long.bitCount(mask) == 1) {
            return false;
        }
        for (int i = 0; i < zones; i++) {
            if ((mask >>> i & 1) != 0 && group[i] != 0 && group[i] != mask) {
                return true;
            }
        }
        return false;
    }

    /** Takes memory from the merged zones, or from wider ones that hold them; false when the manager refuses. */
    boolean allocate(Resources request, Merge.Best merged, boolean regularInit) {
        long mask = merged.zones();
        if (mask == Merge.NIL) {
            var own = narrowest(request, 0);
            if (own == null || !own.preferred() && merged.preferred()) {
                return false;
            }
            mask = own.zones();
            merged = own;
        }
        if (!satisfies(mask, request)) {
            var wider = narrowest(request, mask);
            if (wider == null || !wider.preferred() && merged.preferred()) {
                return false;
            }
            mask = wider.zones();
        }
        if (violates(mask)) {
            return false;
        }
        book(request, mask, regularInit);
        return true;
    }

    /** Without what can be used again. */
    private boolean satisfies(long mask, Resources request) {
        for (int r = 0; r < request.size(); r++) {
            long sum = 0;
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                sum += free[totals.index(request.name(r))][Long.numberOfTrailingZeros(rest)];
            }
            if (sum < request.amount(r)) {
                return false;
            }
        }
        return true;
    }

    /** findBestHint among the sets that include {@code within}. */
    private Merge.@Nullable Best narrowest(Resources request, long within) {
        var hints = hints(request);
        int preferred = first(hints.preferred, within);
        if (preferred != 0) {
            return new Merge.Best(preferred, true);
        }
        int possible = first(hints.possible, within);
        return possible == 0 ? null : new Merge.Best(possible, false);
    }

    private static int first(ZoneSets sets, long within) {
        var some = sets.copy();
        some.keepIncluding(within);
        return some.first();
    }

    private void book(Resources request, long mask, boolean regularInit) {
        for (int r = 0; r < request.size(); r++) {
            String name = request.name(r);
            long amount = request.amount(r);
            long held = reused(mask, name);
            long left = Math.max(0, amount - held);
            long[] amounts = free[totals.index(name)];
            for (int i = 0; i < zones; i++) {
                if ((mask >>> i & 1) != 0) {
                    group[i] = mask;
                    long taken = Math.min(left, amounts[i]);
                    amounts[i] -= taken;
                    left -= taken;
                }
            }
            if (regularInit) {
                reusable.computeIfAbsent(mask, m -> new HashMap<>()).merge(name, amount, Math::max);
            } else if (held > 0) {
                reusable.get(mask).put(name, Math.max(0, held - amount));
            }
        }
    }

    /** The pod at hand is done. */
    void nextPod() {
        reusable.clear();
    }
}
