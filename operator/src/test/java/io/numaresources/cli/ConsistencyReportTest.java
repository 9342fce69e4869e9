package io.numaresources.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.guard.NodeProfile;
import io.numaresources.guard.PoolConsistency;
import io.numaresources.guard.Trait;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConsistencyReportTest {
    private static final ConsistencyReport REPORT = new ConsistencyReport(List.of(
            PoolConsistency.of(
                    "hpc",
                    List.of(node("a", "6.1", "enabled"), node("b", "6.1", "enabled"), node("c", "6.1", "disabled"))),
            PoolConsistency.of("gpu", List.of(node("d", "6.1", "enabled"), node("e", "6.1", "enabled")))));

    @Test
    void tellsPeopleWhatDiffers() {
        assertThat(REPORT.print(Format.TEXT)).isEqualTo("""
                Group hpc: 3 nodes, 1 differ from most.
                NODE   KIND       TRAIT   VALUE      MOST HAVE
                c      hardware   SMT     disabled   enabled

                Group gpu: 2 nodes, all alike.
                """);
    }

    @Test
    void wideShowsWhatMostHave() {
        assertThat(REPORT.print(Format.WIDE)).endsWith("""
                Group gpu: 2 nodes, all alike.

                KIND       TRAIT    MOST HAVE
                hardware   SMT      enabled
                version    kernel   6.1
                """);
    }

    @Test
    void tellsProgramsTheSame() {
        assertThat(REPORT.print(Format.YAML)).isEqualTo("""
                ---
                - group: hpc
                  nodes: 3
                  alike: false
                  baseline:
                    SMT: enabled
                    kernel: '6.1'
                  mixed: {}
                  differences:
                  - node: c
                    kind: hardware
                    trait: SMT
                    value: disabled
                    expected: enabled
                - group: gpu
                  nodes: 2
                  alike: true
                  baseline:
                    SMT: enabled
                    kernel: '6.1'
                  mixed: {}
                  differences: []
                """);
        assertThat(REPORT.print(Format.JSON)).contains("\"trait\" : \"SMT\"");
    }

    @Test
    void showsWhereThereIsNoMajority() {
        var pool = PoolConsistency.of("", List.of(node("a", "6.1", "enabled"), node("b", "6.2", "enabled")));

        assertThat(new ConsistencyReport(List.of(pool)).print(Format.TEXT)).isEqualTo("""
                All nodes: 2 nodes, 0 differ from most.
                NODE   KIND      TRAIT    VALUE                MOST HAVE
                -      version   kernel   6.1 on 1, 6.2 on 1   -
                """);
    }

    private static NodeProfile node(String name, String kernel, String smt) {
        return new NodeProfile(
                name,
                new TreeMap<>(Map.of(
                        new Trait(Trait.Kind.VERSION, "kernel"), kernel, new Trait(Trait.Kind.HARDWARE, "SMT"), smt)),
                List.of());
    }
}
