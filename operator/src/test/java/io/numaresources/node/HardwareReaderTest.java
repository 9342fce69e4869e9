package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.api.v1alpha1.ZoneFacts;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.Wishes;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HardwareReaderTest {
    @TempDir
    Path root;

    private Hardware read(String tree) {
        return new HardwareReader(Trees.lay(root, tree)).read();
    }

    @Test
    void readsTwoSocketsWithSiblingsAfterAllCores() {
        var hardware = read("two-sockets");
        var machine = hardware.machine();

        assertThat(hardware.cpuModel()).hasValue("Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz");
        assertThat(machine.sockets()).isEqualTo(2);
        assertThat(machine.zones()).extracting(Machine.Zone::id).containsExactly(0, 1);
        assertThat(machine.zones().getFirst().cores())
                .extracting(CpuSet::toString)
                .containsExactly("0,8", "1,9", "2,10", "3,11");
        assertThat(machine.zones().getLast().memory()).isEqualTo(66060288L << 10);
        assertThat(machine.zones().getLast().hugepages()).isEqualTo(Map.of(2L << 20, 1L << 30, 1L << 30, 0L));
        assertThat(machine.zones().getLast().distances()).containsExactly(21, 10);
        assertThat(machine.uniformCores()).isTrue();
    }

    @Test
    void showsTheMachineInTheStatus() {
        var facts = read("two-sockets").facts();
        assertThat(facts.sockets()).isEqualTo(2);
        assertThat(facts.cores()).isEqualTo(8);
        assertThat(facts.threads()).isEqualTo(16);
        assertThat(facts.onlineCPUs()).isEqualTo("0-15");
        assertThat(facts.zoneCount()).isEqualTo(2);
        assertThat(facts.zones()).extracting(ZoneFacts::cpus).containsExactly("0-3,8-11", "4-7,12-15");
        assertThat(facts.zones().getLast().hugepages()).containsOnlyKeys("2Mi");
        assertThat(facts.zones().getLast().memory()).hasToString("63Gi");
    }

    @Test
    void readsSubNumaClustersAndAnOfflineSibling() {
        var machine = read("sub-numa-clusters").machine();
        assertThat(machine.zones()).hasSize(4);
        assertThat(machine.sockets()).isEqualTo(2);
        assertThat(machine.cpus()).hasToString("0-6,8-15");
        assertThat(machine.zones().getLast().cores())
                .extracting(CpuSet::toString)
                .containsExactly("6,14", "15");
        assertThat(machine.uniformCores()).isFalse();
        assertThat(machine.isolated()).hasToString("2-3");
        assertThat(machine.zones().get(1).plainMemory()).isEqualTo((32768000L << 10) - (4L << 30));
    }

    @Test
    void reservesNothingOnTheMemoryOfAGpu() {
        var hardware = read("gpu-memory");
        var machine = hardware.machine();
        assertThat(hardware.cpuModel()).isEmpty();
        assertThat(machine.zones()).hasSize(9);
        assertThat(machine.zones().get(1).memory()).isEqualTo(96L << 30);
        assertThat(machine.zones().get(1).cores()).isEmpty();
        assertThat(Wishes.plan(Wishes.aligned(), machine).memory().reserved()).containsOnlyKeys(0);
    }

    @Test
    void takesAKernelWithoutNumaForOneNumaNode() {
        var machine = read("flat").machine();
        assertThat(machine.zones()).hasSize(1);
        assertThat(machine.zones().getFirst().cores())
                .extracting(CpuSet::toString)
                .containsExactly("0-1", "2-3");
        assertThat(machine.memory()).isEqualTo(8000000L << 10);
        assertThat(machine.sockets()).isEqualTo(1);
    }
}
