package io.numaresources.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/** What a unit that failed needs, against the books as they were then. */
final class Needs {
    private final Books books;

    Needs(Books books) {
        this.books = books;
    }

    List<Need> of(Demand unit) {
        var needs = new ArrayList<Need>();
        if (unit.cpus() > 0) {
            needs.add(need(
                    Resources.CPU,
                    unit.cpus() * 1000L,
                    books.cpus.width(unit.cpus()),
                    i -> books.cpus.reach(i) * 1000,
                    books.cpus.freeInAll() * 1000));
        }
        if (!unit.memory().isEmpty()) {
            int width = books.memory.width(unit.memory());
            unit.memory()
                    .forEach((name, amount) -> needs.add(
                            need(name, amount, width, i -> books.memory.reach(name, i), books.memory.freeInAll(name))));
        }
        unit.devices().forEach((name, count) -> {
            var devices = books.devices.get(name);
            needs.add(need(name, count, devices.width(count), devices::reach, devices.freeInAll()));
        });
        return needs;
    }

    private Need need(String name, long requested, int width, IntToLongFunction reach, long free) {
        var zones = new ArrayList<Need.InZone>();
        for (int i = 0; width > 0 && i < books.zones(); i++) {
            long here = reach.applyAsLong(i);
            zones.add(new Need.InZone(books.node.zones().get(i).id(), here, Math.max(0, requested - here)));
        }
        return new Need(name, requested, width, zones, free);
    }
}
