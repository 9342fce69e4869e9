package io.numaresources.topology;

import java.util.Arrays;

/**
 * From which zones the CPU manager takes CPUs (cm/cpumanager/cpu_assignment.go takeByTopologyNUMAPacked): whole sockets and zones
 * first, then cores from where the fewest are free. The number per zone is all that matters as long as cores aren't split.
 */
final class CpuPicking {
    private final long[] total;
    private final int[] socket;
    private final int sockets;
    private final int zonesWithCpus;
    private final long perSocket;

    CpuPicking(long[] total, int[] socket) {
        this.total = total;
        this.socket = socket;
        long withCpus = 0;
        long cpus = 0;
        for (int i = 0; i < total.length; i++) {
            withCpus |= total[i] > 0 ? 1L << i : 0;
            cpus += total[i];
        }
        this.zonesWithCpus = Long.bitCount(withCpus);
        this.sockets = socketsOf(withCpus);
        this.perSocket = sockets == 0 ? 0 : cpus / sockets;
    }

    /** Sockets that have CPUs. */
    int sockets() {
        return sockets;
    }

    int socketsOf(long mask) {
        int count = 0;
        for (int i = 0; i < total.length; i++) {
            boolean counted = (mask >>> i & 1) == 0;
            for (int j = 0; j < i; j++) {
                counted |= (mask >>> j & 1) != 0 && socket[j] == socket[i];
            }
            count += counted ? 0 : 1;
        }
        return count;
    }

    /** All zones on the sockets of the given ones. */
    long withSockets(long zones) {
        long mask = 0;
        for (int i = 0; i < total.length; i++) {
            for (int j = 0; j < total.length; j++) {
                mask |= (zones >>> j & 1) != 0 && socket[i] == socket[j] ? 1L << i : 0;
            }
        }
        return mask;
    }

    /** Whether all sockets have as many CPUs; where they don't, the CPU manager's check for a free socket goes wrong. */
    boolean uniform() {
        for (int id : socket) {
            long cpus = inSocket(total, id);
            if (cpus != perSocket && cpus != 0) {
                return false;
            }
        }
        return true;
    }

    /** Moves CPUs from the pool to what is taken. The pool must have as many. */
    void take(long[] pool, long request, long[] taken) {
        boolean zonesFirst = sockets >= zonesWithCpus;
        long left = zonesFirst
                ? takeFullSockets(pool, takeFullZones(pool, request, taken, true), taken, true)
                : takeFullZones(pool, takeFullSockets(pool, request, taken, false), taken, false);
        for (int zone : order(pool, zonesFirst)) {
            left -= move(pool, zone, Math.min(left, pool[zone]), taken);
        }
    }

    private long takeFullZones(long[] pool, long request, long[] taken, boolean zonesFirst) {
        long left = request;
        for (int zone : order(pool, zonesFirst)) {
            if (pool[zone] == total[zone] && left >= pool[zone]) {
                left -= move(pool, zone, pool[zone], taken);
            }
        }
        return left;
    }

    /**
     * A socket counts as free when as many of its CPUs are free as a socket has on average, and then all of its CPUs are taken.
     * Where sockets differ in size, those may include CPUs that are reserved or another pod's.
     */
    private long takeFullSockets(long[] pool, long request, long[] taken, boolean zonesFirst) {
        long left = request;
        for (int zone : order(pool, zonesFirst)) {
            int id = socket[zone];
            long size = inSocket(total, id);
            // one that was taken has nothing left
            if (inSocket(pool, id) == perSocket && left >= size) {
                left -= size;
                for (int i = 0; i < total.length; i++) {
                    taken[i] = socket[i] == id ? total[i] : taken[i];
                    pool[i] = socket[i] == id ? 0 : pool[i];
                }
            }
        }
        return left;
    }

    private static long move(long[] pool, int zone, long amount, long[] taken) {
        pool[zone] -= amount;
        taken[zone] += amount;
        return amount;
    }

    private long inSocket(long[] amounts, int id) {
        long sum = 0;
        for (int i = 0; i < amounts.length; i++) {
            sum += socket[i] == id ? amounts[i] : 0;
        }
        return sum;
    }

    /** Zones that have any, those with the fewest first, by zone or by socket and then zone. */
    private int[] order(long[] pool, boolean zonesFirst) {
        var sorted = new int[pool.length];
        int size = 0;
        for (int zone = 0; zone < pool.length; zone++) {
            if (pool[zone] > 0) {
                int at = size++;
                for (; at > 0 && before(pool, zone, sorted[at - 1], zonesFirst); at--) {
                    sorted[at] = sorted[at - 1];
                }
                sorted[at] = zone;
            }
        }
        return Arrays.copyOf(sorted, size);
    }

    /** Whether a zone goes before one of a lower number. */
    private boolean before(long[] pool, int zone, int lower, boolean zonesFirst) {
        if (!zonesFirst && socket[zone] != socket[lower]) {
            long here = inSocket(pool, socket[zone]);
            long there = inSocket(pool, socket[lower]);
            return here < there || here == there && socket[zone] < socket[lower];
        }
        return pool[zone] < pool[lower];
    }
}
