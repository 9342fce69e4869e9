package io.numaresources.topology;

import java.util.Arrays;
import java.util.List;

/** CPUs by zone as the static CPU manager counts them (cm/cpumanager/policy_static.go and cpu_assignment.go). */
final class CpuBooks {
    private final CpuRules rules;
    private final long[] total;
    private final long[] free;
    /** Taken by ended init containers of the pod at hand; they start on the lowest CPUs, so they come first when taken again. */
    private final long[] reusable;

    private final CpuPicking picking;
    private final boolean socketsKnown;
    /** CPUs that containers got so far. */
    private long given;

    private boolean settled = true;
    private boolean guessed;

    CpuBooks(CpuRules rules, List<Zone> zones, boolean empty) {
        this.rules = rules;
        this.total = new long[zones.size()];
        this.free = new long[zones.size()];
        int[] socket = new int[zones.size()];
        boolean known = true;
        for (int i = 0; i < total.length; i++) {
            Zone zone = zones.get(i);
            total[i] = zone.capacity().get(Resources.CPU) / 1000;
            free[i] = (empty ? zone.allocatable() : zone.available()).get(Resources.CPU) / 1000;
            known &= zone.socket().isPresent();
            socket[i] = zone.socket().orElse(i);
        }
        this.reusable = new long[total.length];
        this.socketsKnown = known;
        this.picking = new CpuPicking(total, socket);
    }

    /** Whether the zones of earlier allocations of the pod are certain. */
    boolean settled() {
        return settled;
    }

    /** Whether the zones of an earlier pod's allocation were guessed. */
    boolean guessed() {
        return guessed;
    }

    boolean socketsMissing() {
        return rules.has(CpuRules.Option.ALIGN_BY_SOCKET) && !socketsKnown;
    }

    int zonesWithCpus() {
        return Long.bitCount(maskOf(total));
    }

    /** What one zone could give. */
    long reach(int zone) {
        return free[zone] + reusable[zone];
    }

    long freeInAll() {
        return sum(free);
    }

    /** Free CPUs of cores without a reserved thread, if none of the stranded threads was given away. */
    long leastInWholeCores() {
        return freeInAll() - rules.strandedThreads();
    }

    /** The same, if everything that was given away was a stranded thread: those are no cores, but the kubelet gives them like others. */
    long mostInWholeCores() {
        return freeInAll() - Math.max(0, rules.strandedThreads() - given);
    }

    int width(int request) {
        return Hints.width(total, request, zonesWithCpus());
    }

    /** The single zones that are possible. */
    long singles(int request) {
        long reused = reusedZones();
        long sum = reused == 0 ? 0 : sum(reusable);
        long mask = 0;
        for (int i = 0; i < total.length; i++) {
            if (total[i] > 0 && (reused & ~(1L << i)) == 0 && sum + free[i] >= request) {
                mask |= 1L << i;
            }
        }
        return mask;
    }

    Hints hints(int request) {
        var possible = ZoneSets.reaching(free, request - sum(reusable));
        possible.keepWithin(maskOf(total));
        possible.keepIncluding(reusedZones());
        int width = width(request);
        var hints = Hints.of(possible, width, Hints.NONE);
        if (rules.has(CpuRules.Option.ALIGN_BY_SOCKET) && hints.hasSets()) {
            preferSockets(hints, width);
        }
        return hints;
    }

    /** isHintSocketAligned: as many sockets as the narrowest choice needs. */
    private void preferSockets(Hints hints, int width) {
        int perSocket = zonesWithCpus() / picking.sockets();
        if (perSocket == 0) {
            return;
        }
        int fewest = (width + perSocket - 1) / perSocket;
        for (int mask = 1; mask < 1 << total.length; mask++) {
            if (hints.possible.has(mask) && picking.socketsOf(mask) == fewest) {
                hints.preferred.add(mask);
            }
        }
    }

    private static long sum(long[] amounts) {
        long sum = 0;
        for (long amount : amounts) {
            sum += amount;
        }
        return sum;
    }

    private long reusedZones() {
        return maskOf(reusable);
    }

    private static long maskOf(long[] amounts) {
        long mask = 0;
        for (int i = 0; i < amounts.length; i++) {
            mask |= amounts[i] > 0 ? 1L << i : 0;
        }
        return mask;
    }

    /** Takes CPUs, those in the given zones first; false when the node hasn't got so many. */
    boolean allocate(int request, long zones, boolean regularInit) {
        long[] pool = free.clone();
        for (int i = 0; i < pool.length; i++) {
            pool[i] += reusable[i];
        }
        if (sum(pool) < request) {
            return false;
        }
        var taken = new long[pool.length];
        long left = request;
        if (zones != Merge.NIL) {
            long aligned = rules.has(CpuRules.Option.ALIGN_BY_SOCKET) ? picking.withSockets(zones) : zones;
            long[] near = restricted(pool, aligned);
            long first = Math.min(left, sum(near));
            take(near, first, taken);
            left -= first;
        }
        for (int i = 0; i < pool.length; i++) {
            pool[i] = Math.max(0, pool[i] - taken[i]);
        }
        take(pool, left, taken);
        book(taken, regularInit);
        return true;
    }

    private static long[] restricted(long[] pool, long zones) {
        var some = pool.clone();
        for (int i = 0; i < some.length; i++) {
            some[i] = (zones >>> i & 1) != 0 ? some[i] : 0;
        }
        return some;
    }

    private void book(long[] taken, boolean regularInit) {
        for (int i = 0; i < taken.length; i++) {
            long again = Math.min(reusable[i], taken[i]);
            boolean sure = again == 0 || taken[i] >= reach(i) || rules.placeableByCount();
            settled &= sure;
            free[i] -= Math.min(free[i], taken[i] - again);
            given += taken[i] - again;
            reusable[i] += regularInit ? taken[i] - again : -again;
        }
    }

    private void take(long[] pool, long request, long[] taken) {
        if (request == 0) {
            return;
        }
        int zonesWithFree = 0;
        int last = 0;
        for (int i = 0; i < pool.length; i++) {
            if (pool[i] > 0) {
                zonesWithFree++;
                last = i;
            }
        }
        if (zonesWithFree == 1) {
            pool[last] -= request;
            taken[last] += request;
            return;
        }
        boolean all = sum(pool) == request;
        settled &= all && picking.uniform() || socketsKnown && rules.placeableByCount();
        picking.take(pool, request, taken);
    }

    /** The pod at hand is done: what its init containers left is its own, not reusable by others. */
    void nextPod() {
        Arrays.fill(reusable, 0);
        guessed |= !settled;
        settled = true;
    }
}
