package io.numaresources.topology;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * From which zones the CPU manager takes CPUs (cm/cpumanager/cpu_assignment.go takeByTopologyNUMAPacked): whole sockets and zones
 * first, then cores from where the fewest are free. The number per zone is all that matters as long as cores aren't split.
 */
final class CpuPicking {
    private final long[] total;
    private final int[] socket;

    CpuPicking(long[] total, int[] socket) {
        this.total = total;
        this.socket = socket;
    }

    /** Sockets that have CPUs. */
    int sockets() {
        return (int) zonesWithCpus().map(i -> socket[i]).distinct().count();
    }

    private IntStream zonesWithCpus() {
        return IntStream.range(0, total.length).filter(i -> total[i] > 0);
    }

    int socketsOf(long mask) {
        return (int) IntStream.range(0, total.length)
                .filter(i -> (mask >>> i & 1) != 0)
                .map(i -> socket[i])
                .distinct()
                .count();
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
        long perSocket = perSocket();
        return Arrays.stream(socket).allMatch(id -> inSocket(total, id) == perSocket || inSocket(total, id) == 0);
    }

    private long perSocket() {
        return Arrays.stream(total).sum() / sockets();
    }

    /** Moves CPUs from the pool to what is taken. The pool must have as many. */
    void take(long[] pool, long request, long[] taken) {
        boolean zonesFirst = sockets() >= zonesWithCpus().count();
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
        long perSocket = perSocket();
        long left = request;
        var free = order(pool, zonesFirst).stream()
                .map(i -> socket[i])
                .distinct()
                .filter(id -> inSocket(pool, id) == perSocket)
                .toList();
        for (int id : free) {
            long size = inSocket(total, id);
            if (left >= size) {
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

    private List<Integer> order(long[] pool, boolean zonesFirst) {
        long[] now = pool.clone();
        Comparator<Integer> byZone =
                Comparator.<Integer>comparingLong(i -> now[i]).thenComparing(i -> i);
        Comparator<Integer> bySocket = Comparator.<Integer>comparingLong(i -> inSocket(now, socket[i]))
                .thenComparing(i -> socket[i])
                .thenComparing(byZone);
        return IntStream.range(0, now.length)
                .filter(i -> now[i] > 0)
                .boxed()
                .sorted(zonesFirst ? byZone : bySocket)
                .toList();
    }
}
