package io.numaresources.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.kubelet.CpuManagerPolicy;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.MemoryManagerPolicy;
import io.numaresources.kubelet.Quantity;
import io.numaresources.kubelet.TopologyManagerPolicy;
import io.numaresources.kubelet.TopologyManagerScope;
import io.numaresources.kubelet.Wish;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupWishTest {
    private static final String ALL = """
            topologyManager: {policy: restricted, scope: container, options: {preferClosestNUMANodes: true, maxAllowableNUMANodes: 16}}
            cpuManager: {policy: static, reconcilePeriod: 1m30s, options: {fullPCPUsOnly: true, strictCPUReservation: false}}
            memoryManager: {policy: None}
            reserved: {cpus: "0,32", memory: 2Gi}
            """;

    private static GroupWish wish(String yaml) {
        return GroupWish.of(Serialization.unmarshal(yaml, Kubelet.class));
    }

    @Test
    void readsEveryFieldOfAKubeletBlock() {
        var wish = wish(ALL).wish();

        assertThat(wish.cpuPolicy()).isEqualTo(CpuManagerPolicy.STATIC);
        assertThat(wish.cpuOptions()).containsOnlyKeys("full-pcpus-only").containsValue("true");
        assertThat(wish.reconcilePeriod()).isEqualTo(Duration.ofSeconds(90));
        assertThat(wish.memoryPolicy()).isEqualTo(MemoryManagerPolicy.NONE);
        assertThat(wish.topology().policy()).isEqualTo(TopologyManagerPolicy.RESTRICTED);
        assertThat(wish.topology().scope()).isEqualTo(TopologyManagerScope.CONTAINER);
        assertThat(wish.topology().options())
                .containsEntry("prefer-closest-numa-nodes", "true")
                .containsEntry("max-allowable-numa-nodes", "16");
        assertThat(wish.cpus()).isEqualTo(new Wish.Cpus.Exactly(CpuSet.of(0, 32)));
        assertThat(wish.memory()).contains(Quantity.parse("2Gi"));
    }

    @Test
    void tellsANumberOfCoresFromASetAndFromNothing() {
        assertThat(wish("reserved: {cpus: 2}").wish().cpus()).isEqualTo(new Wish.Cpus.PerZone(2));
        assertThat(wish("reserved: {cpus: \"2\"}").wish().cpus()).isEqualTo(new Wish.Cpus.Exactly(CpuSet.of(2)));
        assertThat(wish("reserved: {memory: 1Gi}").wish().cpus()).isEqualTo(new Wish.Cpus.Computed());
        assertThat(wish("{}").wish().memory()).isEmpty();
    }

    @Test
    void isOneRevisionHoweverTheSameIsWritten() {
        assertThat(wish(ALL.replace("2Gi", "2048Mi").replace("1m30s", "90s")).revision())
                .isEqualTo(wish(ALL).revision())
                .hasSize(16);
        assertThat(wish("provider: NodeAgent").revision())
                .as("who writes it is no part of what is written")
                .isEqualTo(wish("{}").revision());
        assertThat(wish("onDelete: Keep").revision()).isEqualTo(wish("{}").revision());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topologyManager: {scope: container}",
                "topologyManager: {policy: restricted}",
                "topologyManager: {options: {maxAllowableNUMANodes: 16}}",
                "cpuManager: {options: {fullPCPUsOnly: true}}",
                "cpuManager: {reconcilePeriod: 5s}",
                "memoryManager: {policy: None}",
                "reserved: {cpus: 1}",
                "reserved: {cpus: \"1\"}",
                "reserved: {memory: 1Gi}"
            })
    void isAnotherRevisionForEveryFieldThatIsWritten(String yaml) {
        assertThat(wish(yaml).revision()).isNotEqualTo(wish("{}").revision());
    }

    @Test
    void refusesARangeThatRunsBackwards() {
        assertThatThrownBy(() -> wish("reserved: {cpus: \"5-2\"}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5-2 runs backwards");
    }
}
