package io.numaresources.testbed.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two zones of four CPUs and 8 GiB. */
class MadeUpZonesTest {

    @TempDir
    private Path sys;

    @BeforeEach
    void write() throws IOException {
        MadeUpZones.of(MachineSpec.of("numa-0", KubeletLayout.KUBEADM), 16L << 20)
                .write(sys);
    }

    @Test
    void listsCpusAndZonesAsTheKernelDoes() throws IOException {
        assertThat(read("cpu/online")).isEqualTo("0-7");
        assertThat(read("node/online")).isEqualTo("0-1");
        assertThat(read("node/node1/cpulist")).isEqualTo("4-7");
        assertThat(read("node/node1/cpumap")).isEqualTo("f0");
        assertThat(read("node/node0/distance")).isEqualTo("10 21");
        assertThat(read("node/node1/distance")).isEqualTo("21 10");
        assertThat(read("node/node1/meminfo")).startsWith("Node 1 MemTotal:       8388608 kB\n");
    }

    @Test
    void givesEachZoneASocketAndEachCpuACore() throws IOException {
        assertThat(read("cpu/cpu5/topology/physical_package_id")).isEqualTo("1");
        assertThat(read("cpu/cpu5/topology/core_id")).isEqualTo("1");
        assertThat(read("cpu/cpu5/topology/thread_siblings_list")).isEqualTo("5");
    }

    /** The folders lie at /sys/devices/system/cpu, /sys/devices/system/node and /sys/bus/node/devices. */
    @Test
    void linksZonesAndCpusToEachOther() {
        var system = Path.of("/sys/devices/system");

        assertThat(target("node/node1/cpu5", system)).isEqualTo(system.resolve("cpu/cpu5"));
        assertThat(target("cpu/cpu5/node1", system)).isEqualTo(system.resolve("node/node1"));
        assertThat(Path.of("/sys/bus/node/devices").resolve(link("bus/node1")).normalize())
                .isEqualTo(system.resolve("node/node1"));
    }

    private Path target(String link, Path system) {
        return system.resolve(link).getParent().resolve(link(link)).normalize();
    }

    private Path link(String name) {
        try {
            return Files.readSymbolicLink(sys.resolve(name));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String read(String name) throws IOException {
        return Files.readString(sys.resolve(name)).stripTrailing();
    }
}
