package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PoolConsistencyTest {
    private static final long GIB = 1L << 30;
    private static final Trait KERNEL = Trait.version("kernel");
    private static final Trait CPUS = Trait.hardware("CPUs by zone");
    private static final Trait POLICY = Trait.configuration("topology policy");

    @Test
    void nodesThatAreAlikeHaveABaselineAndNothingElse() {
        var pool = pool(node("a", "6.1", "0-1: 4 CPUs"), node("b", "6.1", "0-1: 4 CPUs"));

        assertThat(pool.alike()).isTrue();
        assertThat(pool.baseline()).containsEntry(KERNEL, "6.1").containsEntry(CPUS, "0-1: 4 CPUs");
        assertThat(PoolFindings.of(pool)).isEmpty();
    }

    @Test
    void theMinorityDiffers() {
        var pool = pool(
                node("a", "6.1", "0-1: 4 CPUs"),
                node("b", "6.1", "0-1: 4 CPUs"),
                node("c", "6.2", "0: 4 CPUs, 1: 3 CPUs"));

        assertThat(pool.alike()).isFalse();
        assertThat(pool.differences())
                .containsExactly(Map.entry(
                        "c",
                        List.of(
                                new PoolConsistency.Difference(CPUS, "0: 4 CPUs, 1: 3 CPUs", "0-1: 4 CPUs"),
                                new PoolConsistency.Difference(KERNEL, "6.2", "6.1"))));
        assertThat(PoolFindings.of(pool))
                .extracting(Finding::code, Finding::severity, Finding::node)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("NodeDiffers", Severity.WARNING, "c"),
                        org.assertj.core.groups.Tuple.tuple("NodeVersionsDiffer", Severity.INFO, "c"));
        assertThat(PoolFindings.of(pool).getFirst().message())
                .startsWith("CPUs by zone 0: 4 CPUs, 1: 3 CPUs, most have 0-1: 4 CPUs. ");
    }

    /** Nobody is to blame where there is no majority: halfway through an upgrade, or two nodes. */
    @Test
    void withoutAMajorityNoNodeDiffers() {
        var pool = pool(node("a", "6.1", "x"), node("b", "6.2", "x"));

        assertThat(pool.differences()).isEmpty();
        assertThat(pool.mixed()).containsExactly(Map.entry(KERNEL, new TreeMap<>(Map.of("6.1", 1, "6.2", 1))));
        assertThat(PoolFindings.of(pool)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("PoolMixed");
            assertThat(finding.message()).startsWith("kernel: 6.1 on 1, 6.2 on 1. ");
        });
    }

    @Test
    void whatIsNotKnownOfANodeIsNotCompared() {
        var silent = new NodeProfile("c", new TreeMap<>(), List.of());

        assertThat(pool(node("a", "6.1", "x"), node("b", "6.1", "x"), silent).alike())
                .isTrue();
    }

    /** What firmware keeps for itself differs by some megabytes from boot to boot. */
    @Test
    void memoryThatIsAboutTheSameIsTheSame() {
        assertThat(pool(memory("a", 128 * GIB, 128 * GIB), memory("b", 127 * GIB, 128 * GIB))
                        .alike())
                .isTrue();
        var pool = pool(
                memory("a", 128 * GIB, 128 * GIB), memory("b", 128 * GIB, 96 * GIB), memory("c", 128 * GIB, 128 * GIB));
        assertThat(pool.differences()).containsOnlyKeys("b");
        assertThat(pool.differences().get("b"))
                .extracting(PoolConsistency.Difference::text)
                .containsExactly("memory by zone 128.0Gi 96.0Gi, most have 128.0Gi 128.0Gi");
    }

    @Test
    void aKindCanBeLeftOut() {
        var nodes = List.of(node("a", "6.1", "x"), node("b", "6.1", "x"), node("c", "6.1", "x"));
        nodes.get(2).traits().put(POLICY, "none/container");
        nodes.get(0).traits().put(POLICY, "restricted/pod");
        nodes.get(1).traits().put(POLICY, "restricted/pod");
        var pool = PoolConsistency.of("hpc", nodes);

        assertThat(pool.differences()).containsOnlyKeys("c");
        assertThat(pool.without(Trait.Kind.CONFIGURATION).alike()).isTrue();
        assertThat(pool.without(Trait.Kind.VERSION).differences()).containsOnlyKeys("c");
    }

    @Test
    void thousandsOfOutliersAreFewFindings() {
        var nodes = new ArrayList<NodeProfile>();
        IntStream.range(0, 2001).forEach(i -> nodes.add(node("even-" + i, "6.1", "x")));
        IntStream.range(0, 2000).forEach(i -> nodes.add(node("odd-" + i, "6.1", "y" + i % 7)));

        var findings = PoolFindings.of(PoolConsistency.of("hpc", nodes));

        assertThat(findings).hasSize(6);
        assertThat(findings.getLast().node()).isNull();
        assertThat(findings.getLast().message()).startsWith("1995 more nodes differ, such as odd-");
        assertThat(findings).allSatisfy(finding -> assertThat(finding.message()).hasSizeLessThan(1000));
    }

    private static PoolConsistency pool(NodeProfile... nodes) {
        return PoolConsistency.of("hpc", List.of(nodes));
    }

    private static NodeProfile node(String name, String kernel, String cpus) {
        return new NodeProfile(name, new TreeMap<>(Map.of(KERNEL, kernel, CPUS, cpus)), List.of());
    }

    private static NodeProfile memory(String name, long... zones) {
        return new NodeProfile(
                name, new TreeMap<>(), java.util.Arrays.stream(zones).boxed().toList());
    }
}
