package io.numaresources.topology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
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

    MemoryBooks(NumaNode node, List<String> names, boolean empty) {
        this.zones = node.zones().size();
        this.totals = new MemoryTotals(node.zones(), names);
        this.free = new long[names.size()][zones];
        this.group = new long[zones];
        for (int i = 0; i < zones && !names.isEmpty(); i++) {
            Zone zone = node.zones().get(i);
            for (int n = 0; n < free.length; n++) {
                free[n][i] = (empty ? zone.allocatable() : zone.available()).get(names.get(n));
            }
            group[i] = empty ? 0 : groupOf(node, i);
        }
    }

    private static long groupOf(NumaNode node, int position) {
        Zone zone = node.zones().get(position);
        if (node.memoryGroups().isPresent()) {
            return positions(node.zones(), node.memoryGroups().get().getOrDefault(zone.id(), 0L));
        }
        for (int i = 0; i < zone.allocatable().size(); i++) {
            String name = zone.allocatable().name(i);
            if (Resources.isMemory(name)
                    && zone.available().get(name) < zone.allocatable().amount(i)) {
                return 1L << position;
            }
        }
        return 0;
    }

    private static long positions(List<Zone> list, long ids) {
        long mask = 0;
        for (int i = 0; i < list.size(); i++) {
            mask |= (ids >>> list.get(i).id() & 1) << i;
        }
        return mask;
    }

    /** What one zone could give alone. */
    long reach(String name, int zone) {
        return barredAlone(zone) ? 0 : free[totals.index(name)][zone] + reused(1L << zone, name);
    }

    long freeInAll(String name) {
        return Arrays.stream(free[totals.index(name)]).sum();
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
        long unused = 0;
        boolean grouped = false;
        for (int i = 0; i < zones; i++) {
            unused |= group[i] == 0 ? 1L << i : 0;
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
        boolean[] possible = totals.holding(request);
        int width = totals.width(possible);
        for (int r = 0; r < request.size(); r++) {
            String name = request.name(r);
            long[] sums = Hints.sums(free[totals.index(name)]);
            for (int mask = 1; mask < sums.length; mask++) {
                possible[mask] &= sums[mask] + reused(mask, name) >= request.amount(r);
            }
        }
        for (int mask = 1; mask < possible.length; mask++) {
            possible[mask] = possible[mask] && !barred(mask);
        }
        return Hints.of(possible, width, Hints.ANY);
    }

    /** A zone in a group serves only that group; a zone that is used alone can't join one. */
    private boolean barred(int mask) {
        if (Integer.bitCount(mask) == 1) {
            return barredAlone(Integer.numberOfTrailingZeros(mask));
        }
        return violates(mask);
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
        int best = 0;
        for (int mask = 1; mask < hints.possible.length; mask++) {
            if (hints.possible[mask] && (within & ~mask) == 0 && (best == 0 || narrower(hints, mask, best))) {
                best = mask;
            }
        }
        return best == 0 ? null : new Merge.Best(best, hints.preferred[best]);
    }

    private static boolean narrower(Hints hints, int mask, int best) {
        if (hints.preferred[mask] != hints.preferred[best]) {
            return hints.preferred[mask];
        }
        int width = Integer.bitCount(mask) - Integer.bitCount(best);
        return width < 0 || width == 0 && mask < best;
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
