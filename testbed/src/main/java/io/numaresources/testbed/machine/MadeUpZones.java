package io.numaresources.testbed.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The CPUs and NUMA nodes of a machine as the kernel describes them below /sys/devices/system, as far as kubelet, updaters and our agent read it:
 * Documentation/ABI/stable/sysfs-devices-system-cpu and sysfs-devices-node of the kernel.
 *
 * @param files content by path
 * @param links target by path
 */
record MadeUpZones(TreeMap<String, String> files, TreeMap<String, String> links) {

    private static final int NEAR = 10;
    private static final String HUGE_PAGES = "hugepages/hugepages-2048kB/";

    /**
     * Those of a machine.
     *
     * @param memory KiB of all NUMA nodes
     */
    static MadeUpZones of(MachineSpec spec, long memory) {
        var made = new MadeUpZones(new TreeMap<>(), new TreeMap<>());
        var cpus = range(0, spec.cpus());
        for (var list : new String[] {"online", "possible", "present"}) {
            made.files.put("cpu/" + list, cpus);
            made.files.put("node/" + list, range(0, MachineSpec.ZONES));
        }
        made.files.put("cpu/offline", "");
        made.files.put("node/has_cpu", range(0, MachineSpec.ZONES));
        made.files.put("node/has_memory", range(0, MachineSpec.ZONES));
        made.files.put("node/has_normal_memory", range(0, MachineSpec.ZONES));
        IntStream.range(0, MachineSpec.ZONES).forEach(zone -> made.addZone(zone, spec, memory / MachineSpec.ZONES));
        return made;
    }

    /** Writes folders cpu, node and bus, for /sys/devices/system/cpu, /sys/devices/system/node and /sys/bus/node/devices. */
    void write(Path folder) throws IOException {
        for (var file : files.entrySet()) {
            var path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue() + "\n");
        }
        for (var link : links.entrySet()) {
            var path = folder.resolve(link.getKey());
            Files.createDirectories(path.getParent());
            Files.createSymbolicLink(path, Path.of(link.getValue()));
        }
    }

    private void addZone(int zone, MachineSpec spec, long memory) {
        var folder = "node/node" + zone + "/";
        var first = zone * spec.cpusPerZone();
        links.put("bus/node" + zone, "../../../devices/system/node/node" + zone);
        files.put(folder + "cpulist", range(first, spec.cpusPerZone()));
        files.put(folder + "cpumap", "%x".formatted(((1L << spec.cpusPerZone()) - 1) << first));
        files.put(folder + "distance", distances(zone));
        files.put(folder + "meminfo", """
                Node %1$d MemTotal:       %2$d kB
                Node %1$d MemFree:        %2$d kB
                Node %1$d MemUsed:        0 kB
                Node %1$d HugePages_Total:     0
                Node %1$d HugePages_Free:      0""".formatted(zone, memory));
        for (var count : new String[] {"nr_hugepages", "free_hugepages", "surplus_hugepages"}) {
            files.put(folder + HUGE_PAGES + count, "0");
        }
        IntStream.range(first, first + spec.cpusPerZone()).forEach(cpu -> addCpu(cpu, zone, first, spec));
    }

    private void addCpu(int cpu, int zone, int first, MachineSpec spec) {
        var folder = "cpu/cpu" + cpu + "/";
        var alone = String.valueOf(cpu);
        var topology = folder + "topology/";
        files.put(topology + "core_id", String.valueOf(cpu - first));
        files.put(topology + "physical_package_id", String.valueOf(zone));
        files.put(topology + "die_id", "0");
        files.put(topology + "thread_siblings_list", alone);
        files.put(topology + "core_cpus_list", alone);
        files.put(topology + "package_cpus_list", range(first, spec.cpusPerZone()));
        links.put(folder + "node" + zone, "../../node/node" + zone);
        links.put("node/node" + zone + "/cpu" + cpu, "../../cpu/cpu" + cpu);
    }

    private static String distances(int zone) {
        return IntStream.range(0, MachineSpec.ZONES)
                .mapToObj(other -> String.valueOf(other == zone ? NEAR : MachineSpec.DISTANCE))
                .collect(Collectors.joining(" "));
    }

    private static String range(int first, int count) {
        return first + "-" + (first + count - 1);
    }
}
