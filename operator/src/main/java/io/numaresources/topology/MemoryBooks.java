package io.numaresources.topology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Memory and hugepages by zone as the Static memory manager counts them (cm/memorymanager/policy_static.go). */
final class MemoryBooks {
    private final int zones;
    private final Map<String, long[]> allocatable = new HashMap<>();
    private final Map<String, long[]> free = new HashMap<>();
    /** By zone the zones that pods span from it: 0 unused, its own bit alone, or a group. */
    private final long[] group;
    /** What ended init containers of the pod at hand hold, by the very set of zones and resource. */
    private final Map<Long, Map<String, Long>> reusable = new HashMap<>();

    MemoryBooks(NumaNode node, Iterable<String> names, boolean empty) {
        List<Zone> list = node.zones();
        zones = list.size();
        for (String name : names) {
            allocatable.put(
                    name,
                    list.stream().mapToLong(z -> z.allocatable().get(name)).toArray());
            free.put(
                    name,
                    list.stream()
                            .mapToLong(z -> (empty ? z.allocatable() : z.available()).get(name))
                            .toArray());
        }
        group = new long[zones];
        for (int i = 0; i < zones && !empty; i++) {
            group[i] = groupOf(node, i);
        }
    }

    private static long groupOf(NumaNode node, int position) {
        Zone zone = node.zones().get(position);
        if (node.memoryGroups().isPresent()) {
            return positions(node.zones(), node.memoryGroups().get().getOrDefault(zone.id(), 0L));
        }
        boolean used = zone.allocatable().amounts().entrySet().stream()
                .anyMatch(
                        e -> Resources.isMemory(e.getKey()) && zone.available().get(e.getKey()) < e.getValue());
        return used ? 1L << position : 0;
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
        return barredAlone(zone) ? 0 : free.get(name)[zone] + reused(1L << zone, name);
    }

    long freeInAll(String name) {
        return Arrays.stream(free.get(name)).sum();
    }

    private boolean barredAlone(int zone) {
        return Long.bitCount(group[zone]) > 1;
    }

    private long reused(long mask, String name) {
        return reusable.getOrDefault(mask, Map.of()).getOrDefault(name, 0L);
    }

    /** The single zones that are possible, or {@link Merge#NIL} when no zones at all are: the manager has no preference then. */
    long singles(Map<String, Long> request) {
        long mask = 0;
        for (int i = 0; i < zones; i++) {
            mask |= fitsAlone(request, i) ? 1L << i : 0;
        }
        boolean none = mask == 0 && zones <= Hints.SEARCHABLE && !hints(request).hasSets();
        return none ? Merge.NIL : mask;
    }

    private boolean fitsAlone(Map<String, Long> request, int zone) {
        for (var entry : request.entrySet()) {
            if (allocatable.get(entry.getKey())[zone] < entry.getValue()
                    || barredAlone(zone)
                    || reach(entry.getKey(), zone) < entry.getValue()) {
                return false;
            }
        }
        return true;
    }

    int width(Map<String, Long> request) {
        for (int i = 0; i < zones; i++) {
            int zone = i;
            if (request.entrySet().stream().allMatch(e -> allocatable.get(e.getKey())[zone] >= e.getValue())) {
                return 1;
            }
        }
        if (zones > Hints.SEARCHABLE) {
            return request.entrySet().stream()
                    .mapToInt(e -> Hints.width(allocatable.get(e.getKey()), e.getValue(), zones))
                    .max()
                    .orElse(zones);
        }
        return width(enough(request, allocatable));
    }

    private int width(boolean[] holds) {
        int width = zones;
        for (int mask = 1; mask < holds.length; mask++) {
            if (holds[mask]) {
                width = Math.min(width, Integer.bitCount(mask));
            }
        }
        return width;
    }

    private boolean[] enough(Map<String, Long> request, Map<String, long[]> amounts) {
        var enough = new boolean[1 << zones];
        Arrays.fill(enough, true);
        request.forEach((name, amount) -> {
            long[] sums = Hints.sums(amounts.get(name));
            for (int mask = 0; mask < sums.length; mask++) {
                enough[mask] &= sums[mask] + (amounts == free ? reused(mask, name) : 0) >= amount;
            }
        });
        return enough;
    }

    /** The same sets for each of the resources; {@link Hints#ANY} when there are none. */
    Hints hints(Map<String, Long> request) {
        boolean[] holds = enough(request, allocatable);
        boolean[] fits = enough(request, free);
        int width = width(holds);
        var possible = new boolean[holds.length];
        for (int mask = 1; mask < possible.length; mask++) {
            possible[mask] = holds[mask] && fits[mask] && !barred(mask);
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
    boolean allocate(Map<String, Long> request, Merge.Best merged, boolean regularInit) {
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

    private boolean satisfies(long mask, Map<String, Long> request) {
        for (var entry : request.entrySet()) {
            long sum = 0;
            for (int i = 0; i < zones; i++) {
                sum += (mask >>> i & 1) != 0 ? free.get(entry.getKey())[i] : 0;
            }
            if (sum < entry.getValue()) {
                return false;
            }
        }
        return true;
    }

    /** findBestHint among the sets that include {@code within}. */
    private Merge.@Nullable Best narrowest(Map<String, Long> request, long within) {
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

    private void book(Map<String, Long> request, long mask, boolean regularInit) {
        request.forEach((name, amount) -> {
            long held = reused(mask, name);
            long left = Math.max(0, amount - held);
            long[] amounts = free.get(name);
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
        });
    }

    /** The pod at hand is done. */
    void nextPod() {
        reusable.clear();
    }
}
