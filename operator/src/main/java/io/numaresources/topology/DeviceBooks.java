package io.numaresources.topology;

import java.util.Arrays;

/**
 * Devices of one resource as the device manager counts them (cm/devicemanager/topology_hints.go and manager.go). The position
 * after the last zone stands for devices without a zone.
 */
final class DeviceBooks {
    private final int zones;
    private final long[] total;
    private final long[] free;
    private final long[] reusable;
    private boolean settled = true;
    private boolean guessed;

    DeviceBooks(NumaNode node, String name, boolean empty) {
        zones = node.zones().size();
        total = new long[zones + 1];
        free = new long[zones + 1];
        reusable = new long[zones + 1];
        for (int i = 0; i < zones; i++) {
            Zone zone = node.zones().get(i);
            total[i] = zone.capacity().get(name);
            free[i] = (empty ? zone.allocatable() : zone.available()).get(name);
        }
        total[zones] = Math.max(0, node.allocatable().get(name) - sum(total));
        free[zones] = Math.max(0, (empty ? node.allocatable() : node.free()).get(name) - sum(free));
    }

    boolean settled() {
        return settled;
    }

    /** Whether the zones of an earlier pod's allocation were guessed. */
    boolean guessed() {
        return guessed;
    }

    /** What one zone could give. */
    long reach(int zone) {
        return free[zone] + reusable[zone];
    }

    long freeInAll() {
        return sum(free);
    }

    int width(long request) {
        return zoned() ? Hints.width(Arrays.copyOf(total, zones), request, zones) : 0;
    }

    private boolean zoned() {
        for (int i = 0; i < zones; i++) {
            if (total[i] > 0) {
                return true;
            }
        }
        return false;
    }

    private static long sum(long[] amounts) {
        long sum = 0;
        for (long amount : amounts) {
            sum += amount;
        }
        return sum;
    }

    /** A pod as a unit is new, so nothing can be used again. */
    private boolean tooFew(long request) {
        return sum(free) + sum(reusable) < request;
    }

    /** The single zones that are possible, {@link Merge#NIL} for no preference. */
    long singles(long request) {
        if (!zoned()) {
            return Merge.NIL;
        }
        if (tooFew(request)) {
            return 0;
        }
        long reused = sum(reusable) - reusable[zones];
        long mask = 0;
        for (int i = 0; i < zones; i++) {
            mask |= reusable[i] == reused && reused + free[i] >= request ? 1L << i : 0;
        }
        return mask;
    }

    Hints hints(long request) {
        if (!zoned()) {
            return Hints.ANY;
        }
        if (tooFew(request)) {
            return Hints.NONE;
        }
        var reused = Arrays.copyOf(reusable, zones);
        var possible = ZoneSets.reaching(Arrays.copyOf(free, zones), request - sum(reused));
        for (int i = 0; i < zones; i++) {
            if (reused[i] > 0) {
                possible.keepIncluding(1L << i);
            }
        }
        return Hints.of(possible, width(request), Hints.NONE);
    }

    /** Takes devices, those of the given zones first; false when there are too few. */
    boolean allocate(long request, long mask, boolean regularInit) {
        long again = Math.min(request, sum(reusable));
        long left = request - again;
        if (sum(free) < left) {
            return false;
        }
        var repeated = new long[zones + 1];
        take(reusable.clone(), again, repeated);
        var taken = new long[zones + 1];
        if (mask == Merge.NIL || !zoned()) {
            take(free.clone(), left, taken);
        } else {
            left = takeSome(mask, left, taken);
            left = takeSome(~mask & (1L << zones) - 1, left, taken);
            takeSome(1L << zones, left, taken);
        }
        for (int i = 0; i <= zones; i++) {
            free[i] -= taken[i];
            reusable[i] += regularInit ? taken[i] : -repeated[i];
        }
        return true;
    }

    private long takeSome(long where, long request, long[] taken) {
        if (request == 0) {
            return 0;
        }
        var pool = new long[zones + 1];
        for (int i = 0; i <= zones; i++) {
            pool[i] = (where >>> i & 1) != 0 ? free[i] : 0;
        }
        long amount = Math.min(request, sum(pool));
        take(pool, amount, taken);
        return request - amount;
    }

    /** The device manager walks an unordered set, so where only some are taken nobody knows which. */
    private void take(long[] pool, long request, long[] taken) {
        settled &= request == 0 || request == sum(pool) || oneZone(pool);
        long left = request;
        for (int i = 0; i <= zones; i++) {
            long here = Math.min(left, pool[i]);
            taken[i] += here;
            left -= here;
        }
    }

    private static boolean oneZone(long[] pool) {
        int with = 0;
        for (long amount : pool) {
            with += amount > 0 ? 1 : 0;
        }
        return with == 1;
    }

    /** The pod at hand is done. */
    void nextPod() {
        Arrays.fill(reusable, 0);
        guessed |= !settled;
        settled = true;
    }
}
