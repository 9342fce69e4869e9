package io.numaresources.topology;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sets of zones as masks, one bit for each zone id. */
public final class ZoneMask {
    private ZoneMask() {}

    public static long of(int... ids) {
        long mask = 0;
        for (int id : ids) {
            mask |= 1L << id;
        }
        return mask;
    }

    /** Zone ids in ascending order. */
    public static List<Integer> ids(long mask) {
        return IntStream.range(0, Long.SIZE)
                .filter(i -> (mask >>> i & 1) != 0)
                .boxed()
                .toList();
    }

    /** As people write it: {@code 0,2}. */
    public static String text(long mask) {
        return ids(mask).stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
