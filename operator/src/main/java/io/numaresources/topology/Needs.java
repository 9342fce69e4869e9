package io.numaresources.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToLongFunction;

/** What a unit that failed needs, against the books as they were then. */
final class Needs {
    private final Books books;

    Needs(Books books) {
        this.books = books;
    }

    List<Need> of(Demand unit) {
        var needs = new ArrayList<Need>(8);
        if (unit.cpus() > 0) {
            needs.add(need(
                    Resources.CPU,
                    unit.cpus() * 1000L,
                    books.cpus.width(unit.cpus()),
                    i -> books.cpus.reach(i) * 1000,
                    books.cpus.freeInAll() * 1000));
        }
        int width = unit.memory().isEmpty() ? 0 : books.memory.width(unit.memory());
        for (int r = 0; r < unit.memory().size(); r++) {
            String name = unit.memory().name(r);
            needs.add(need(
                    name,
                    unit.memory().amount(r),
                    width,
                    i -> books.memory.reach(name, i),
                    books.memory.freeInAll(name)));
        }
        for (int r = 0; r < unit.devices().size(); r++) {
            long count = unit.devices().amount(r);
            var devices =
                    Objects.requireNonNull(books.devices.get(unit.devices().name(r)));
            needs.add(need(unit.devices().name(r), count, devices.width(count), devices::reach, devices.freeInAll()));
        }
        return needs;
    }

    private Need need(String name, long requested, int width, IntToLongFunction reach, long free) {
        var zones = new Need.InZone[width > 0 ? books.zones() : 0];
        for (int i = 0; i < zones.length; i++) {
            long here = reach.applyAsLong(i);
            zones[i] = new Need.InZone(books.node.zones().get(i).id(), here, Math.max(0, requested - here));
        }
        return new Need(name, requested, width, List.of(zones), free);
    }
}
