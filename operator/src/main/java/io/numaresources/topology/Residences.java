package io.numaresources.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * In which zones the pods of a node are. Nobody publishes that, but under single-numa-node each unit is in one zone, and what is taken in a zone is what its
 * units hold: a zone is told where every way to spread the units over the zones agrees.
 */
final class Residences {
    /** Placements tried before it is given up: pods that are alike can be spread in very many ways. */
    private static final int MOST_TRIED = 20_000;

    private final NumaNode node;
    private final String[] names;
    private final List<Unit> units = new ArrayList<>();
    /** By zone, by name: what is taken and no unit placed so far accounts for. */
    private final long[][] left;

    private int tried;

    /** What is in one zone as a whole, and the zones where it is in some way to spread all. */
    private static final class Unit {
        private final String tenant;
        private final long[] amounts;
        private int zone;
        private long zones;

        Unit(String tenant, long[] amounts) {
            this.tenant = tenant;
            this.amounts = amounts;
        }
    }

    private Residences(NumaNode node) {
        this.node = node;
        var all = new TreeSet<String>();
        node.tenants().forEach(tenant -> tenant.units().forEach(unit -> all.addAll(unit.names())));
        all.removeIf(name -> !pinned(name));
        this.names = all.toArray(String[]::new);
        this.left = new long[node.zones().size()][names.length];
        for (int z = 0; z < left.length; z++) {
            Zone zone = node.zones().get(z);
            for (int n = 0; n < names.length; n++) {
                left[z][n] = zone.allocatable().get(names[n]) - zone.available().get(names[n]);
            }
        }
        for (Tenant tenant : node.tenants()) {
            if (node.rules().scope() == AlignmentScope.POD) {
                add(tenant.name(), tenant.units().stream().reduce(Resources.NONE, Resources::plus));
            } else {
                tenant.units().forEach(unit -> add(tenant.name(), unit));
            }
        }
        // large ones have the fewest places
        units.sort((a, b) -> Arrays.compare(b.amounts, a.amounts));
    }

    /** The same node, with {@link Tenant#held} of those pods whose zones can be told. */
    static NumaNode told(NumaNode node) {
        return node.rules().policy() == AlignmentPolicy.SINGLE_NUMA_NODE ? new Residences(node).tell() : node;
    }

    private boolean pinned(String name) {
        return Resources.CPU.equals(name)
                ? node.rules().cpus().exclusive()
                : !Resources.isMemory(name) || node.rules().pinnedMemory();
    }

    private void add(String tenant, Resources holds) {
        var amounts = new long[names.length];
        long any = 0;
        for (int n = 0; n < names.length; n++) {
            amounts[n] = holds.get(names[n]);
            any |= amounts[n];
        }
        if (any != 0) {
            units.add(new Unit(tenant, amounts));
        }
    }

    private NumaNode tell() {
        place(0);
        if (units.isEmpty() || tried > MOST_TRIED) {
            return node;
        }
        var held = new HashMap<String, Map<Integer, Resources>>();
        var untold = new TreeSet<String>();
        for (Unit unit : units) {
            if (Long.bitCount(unit.zones) != 1) {
                untold.add(unit.tenant);
                continue;
            }
            var amounts = new HashMap<String, Long>();
            for (int n = 0; n < names.length; n++) {
                if (unit.amounts[n] > 0) {
                    amounts.put(names[n], unit.amounts[n]);
                }
            }
            int id = node.zones().get(Long.numberOfTrailingZeros(unit.zones)).id();
            held.computeIfAbsent(unit.tenant, name -> new HashMap<>())
                    .merge(id, new Resources(amounts), Resources::plus);
        }
        return node.with(node.tenants().stream()
                .map(tenant -> untold.contains(tenant.name()) || !held.containsKey(tenant.name())
                        ? tenant
                        : tenant.holding(held.get(tenant.name())))
                .toList());
    }

    /** Tries the zones of a unit and of all after it; notes where they are each time that nothing is left over. */
    private void place(int next) {
        if (next == units.size()) {
            if (accounted()) {
                units.forEach(unit -> unit.zones |= 1L << unit.zone);
            }
            return;
        }
        Unit unit = units.get(next);
        for (int zone = 0; zone < left.length && ++tried <= MOST_TRIED; zone++) {
            if (fits(unit.amounts, left[zone])) {
                unit.zone = zone;
                move(unit.amounts, left[zone], -1);
                place(next + 1);
                move(unit.amounts, left[zone], 1);
            }
        }
    }

    private boolean accounted() {
        for (long[] zone : left) {
            for (long amount : zone) {
                if (amount != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean fits(long[] amounts, long[] room) {
        for (int n = 0; n < amounts.length; n++) {
            if (amounts[n] > room[n]) {
                return false;
            }
        }
        return true;
    }

    private static void move(long[] amounts, long[] room, int sign) {
        for (int n = 0; n < amounts.length; n++) {
            room[n] += sign * amounts[n];
        }
    }
}
