package io.numaresources.node;

import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.Machine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads a machine from /sys and /proc; needs no privilege. */
public final class HardwareReader {
    private static final String CPUS = "/sys/devices/system/cpu";
    private static final String NODES = "/sys/devices/system/node";
    private static final Pattern NODE = Pattern.compile("node(\\d+)");
    private static final Pattern HUGEPAGES = Pattern.compile("hugepages-(\\d+)kB");
    private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s+(\\d+) kB");
    private static final Pattern MODEL = Pattern.compile("(?m)^(?:model name|Model|cpu model)\\s*:\\s*(.+)$");

    private final Host host;

    /** A reader of this host. */
    public HardwareReader(Host host) {
        this.host = host;
    }

    /** Reads everything; a kernel without NUMA support has one NUMA node. */
    public Hardware read() {
        var online = host.text(CPUS + "/online").map(CpuSet::parse).orElse(CpuSet.EMPTY);
        var zones = new ArrayList<Machine.Zone>();
        for (String name : host.names(NODES)) {
            var match = NODE.matcher(name);
            if (match.matches()) {
                zones.add(zone(Integer.parseInt(match.group(1)), online));
            }
        }
        zones.sort(Comparator.comparing(Machine.Zone::id));
        if (zones.isEmpty()) {
            zones.add(new Machine.Zone(0, cores(online, online), total("/proc/meminfo"), new TreeMap<>(), List.of(10)));
        }
        var isolated = host.text(CPUS + "/isolated").map(CpuSet::parse).orElse(CpuSet.EMPTY);
        var model = host.text("/proc/cpuinfo")
                .map(MODEL::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1).strip());
        return new Hardware(model, System.getProperty("os.arch"), new Machine(sockets(online), zones, isolated));
    }

    private Machine.Zone zone(int id, CpuSet online) {
        String directory = NODES + "/node" + id;
        var cpus = host.text(directory + "/cpulist").map(CpuSet::parse).orElse(CpuSet.EMPTY);
        var distances = host.text(directory + "/distance").stream()
                .flatMap(line -> Stream.of(line.split("\\s+")))
                .filter(number -> !number.isEmpty())
                .map(Integer::valueOf)
                .toList();
        return new Machine.Zone(
                id, cores(cpus, online), total(directory + "/meminfo"), hugepages(directory + "/hugepages"), distances);
    }

    /** Cores by their lowest CPU; an offline sibling isn't part of its core. */
    private List<CpuSet> cores(CpuSet cpus, CpuSet online) {
        var cores = new ArrayList<CpuSet>();
        var left = new TreeSet<>(cpus.intersect(online).cpus());
        while (!left.isEmpty()) {
            int cpu = left.first();
            var siblings = host.text(CPUS + "/cpu" + cpu + "/topology/thread_siblings_list")
                    .map(CpuSet::parse)
                    .orElse(CpuSet.EMPTY)
                    .plus(CpuSet.of(cpu))
                    .intersect(new CpuSet(left));
            cores.add(siblings);
            left.removeAll(siblings.cpus());
        }
        return cores;
    }

    private int sockets(CpuSet online) {
        return (int) online.cpus().stream()
                .map(cpu -> host.text(CPUS + "/cpu" + cpu + "/topology/physical_package_id"))
                .flatMap(Optional::stream)
                .distinct()
                .count();
    }

    private long total(String file) {
        return host.text(file)
                .map(TOTAL::matcher)
                .filter(Matcher::find)
                .map(match -> Long.parseLong(match.group(1)) << 10)
                .orElse(0L);
    }

    private SortedMap<Long, Long> hugepages(String directory) {
        var pages = new TreeMap<Long, Long>();
        for (String name : host.names(directory)) {
            var match = HUGEPAGES.matcher(name);
            if (match.matches()) {
                long size = Long.parseLong(match.group(1)) << 10;
                long count = host.text(directory + "/" + name + "/nr_hugepages")
                        .map(Long::valueOf)
                        .orElse(0L);
                pages.put(size, size * count);
            }
        }
        return pages;
    }
}
