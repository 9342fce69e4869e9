package io.numaresources.testbed.demo;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sizes of pods that make the case on a machine: one filler a zone leaves a node with enough CPUs for a pod of {@code large} CPUs in all, but
 * with too few in each zone; a zone without its filler has enough.
 *
 * @param filler CPUs of a filler
 * @param fillerMemory GiB of a filler, so much that no zone holds two
 * @param fillersPerNode how many fillers a node has, one a zone
 * @param large CPUs of the pod in question
 * @param small CPUs of a pod that fits a zone
 */
record Sizes(int filler, int fillerMemory, int fillersPerNode, int large, int small) {

    private static final long GIB = 1L << 30;
    /** CPUs that pods of the system may have asked for, such as the updater's. */
    private static final int OTHERS = 1;

    /** Sizes for a node with these zones, if there are any. */
    static Optional<Sizes> of(List<Zone> zones) {
        var smallest = zones.stream().mapToInt(Zone::cpus).min().orElse(0);
        var largest = zones.stream().mapToInt(Zone::cpus).max().orElse(0);
        var memory = zones.stream().mapToLong(Zone::memory).min().orElse(0) / GIB;
        var fillerMemory = zones.stream().mapToLong(Zone::memory).max().orElse(0) / GIB / 2 + 1;
        var alone = largest / 2 + 1;
        return Stream.of(alone, 1)
                .map(filler -> new Sizes(
                        filler,
                        filler == alone ? 1 : (int) fillerMemory,
                        zones.size(),
                        largest - filler + 1,
                        Math.max(1, smallest / 2)))
                .filter(sizes -> zones.size() > 1 && sizes.filler <= smallest && sizes.fillerMemory <= memory)
                .filter(sizes -> sizes.large + OTHERS <= sizes.freeInAll(zones))
                .findFirst();
    }

    /** CPUs of a node that are free beside the fillers. */
    int freeInAll(List<Zone> zones) {
        return zones.stream().mapToInt(zone -> zone.cpus() - filler).sum();
    }
}
