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

    /** Moves CPUs from the pool to what is taken. The pool must have as many. */
    void take(long[] pool, long request, long[] taken) {
        if (request == 0) {
            return;
        }
        boolean zonesFirst = sockets() >= zonesWithCpus().count();
        long left = zonesFirst ? request : takeFullSockets(pool, request, taken);
        for (int zone : order(pool, zonesFirst)) {
            if (pool[zone] == total[zone] && left >= pool[zone]) {
                left -= move(pool, zone, pool[zone], taken);
            }
        }
        for (int zone : order(pool, zonesFirst)) {
            left -= move(pool, zone, Math.min(left, pool[zone]), taken);
        }
    }

    private long takeFullSockets(long[] pool, long request, long[] taken) {
        long perSocket = Arrays.stream(total).sum() / sockets();
        long left = request;
        var ids = Arrays.stream(socket)
                .distinct()
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(s -> inSocket(pool, s))
                        .thenComparing(s -> s));
        for (int id : ids.toList()) {
            long size = inSocket(total, id);
            if (size > 0 && inSocket(pool, id) == perSocket && left >= size) {
                for (int i = 0; i < total.length; i++) {
                    left -= socket[i] == id ? move(pool, i, pool[i], taken) : 0;
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
