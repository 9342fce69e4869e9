package io.numaresources.topology;

import java.util.List;

/** Which zones pods span with their memory, as masks of positions: 0 for a zone without any, its own bit where they have memory of that zone alone. */
final class MemoryGroups {
    private MemoryGroups() {}

    /** By zone; where it isn't known, memory in use is taken to be within single zones. */
    static long[] of(NumaNode node) {
        var groups = new long[node.zones().size()];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = of(node, i);
        }
        return groups;
    }

    private static long of(NumaNode node, int position) {
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
}
