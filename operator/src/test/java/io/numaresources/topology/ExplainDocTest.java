package io.numaresources.topology;

import static io.numaresources.topology.Nodes.container;
import static io.numaresources.topology.Nodes.node;
import static io.numaresources.topology.Nodes.pod;
import static io.numaresources.topology.Nodes.sidecar;
import static io.numaresources.topology.Nodes.tenant;
import static io.numaresources.topology.Nodes.withCpus;
import static io.numaresources.topology.Nodes.withTenants;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The worked cases of docs/explain.md say what the engine says. */
class ExplainDocTest {

    static Stream<Arguments> cases() {
        return Stream.of(
                Arguments.of(
                        "Fragments of two zones",
                        withTenants(
                                node(
                                        "single-numa-node/container",
                                        "cpu=3/8 memory=28Gi/32Gi",
                                        "cpu=2/8 memory=24Gi/32Gi"),
                                tenant("web/api-7", 0, "cpu=5 memory=4Gi"),
                                tenant("web/cache-0", 1, "cpu=2 memory=4Gi"),
                                tenant("batch/etl-3", 1, "cpu=4 memory=4Gi")),
                        pod("cpu=4 memory=8Gi")),
                Arguments.of(
                        "Widths that can't agree",
                        node("restricted/container", "cpu=8 memory=32Gi", "cpu=8 memory=32Gi"),
                        pod("cpu=10 memory=4Gi")),
                Arguments.of(
                        "A pod as one unit",
                        node("single-numa-node/pod", "cpu=8 memory=32Gi", "cpu=8 memory=32Gi"),
                        PodShape.of(container("server", "cpu=5 memory=8Gi"), container("worker", "cpu=5 memory=8Gi"))),
                Arguments.of(
                        "Half a core",
                        withCpus(
                                node("single-numa-node/container", "cpu=6/8 memory=32Gi", "cpu=8 memory=32Gi"),
                                new CpuRules(true, Set.of(CpuRules.Option.FULL_PCPUS_ONLY), 2, 0)),
                        pod("cpu=5 memory=8Gi")),
                Arguments.of(
                        "The scheduler says yes, the kubelet no",
                        node("single-numa-node/pod", "cpu=6/8 memory=32Gi", "cpu=3/8 memory=32Gi"),
                        pod(List.of(sidecar("proxy", "cpu=2 memory=1Gi")), container("server", "cpu=6 memory=8Gi"))));
    }

    private static String document() throws IOException {
        return Files.readString(Path.of("../docs/explain.md"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tellsWhatTheEngineTells(String title, NumaNode node, PodShape pod) throws IOException {
        var explanation = Explainer.explain(node, pod);
        var document = document();
        int start = document.indexOf("### " + title + "\n");
        assertThat(start).as("heading " + title).isNotNegative();
        int end = document.indexOf("\n#", start + 1);
        var section = document.substring(start, end < 0 ? document.length() : end);

        assertThat(section).contains("> " + explanation.sentence() + "\n");
        assertThat(section)
                .contains(
                        explanation.scheduler().passes()
                                ? "The scheduler's filter passes the node"
                                : "The scheduler's filter: `"
                                        + explanation.scheduler().message() + "`");
    }

    @Test
    void hasNoOtherCases() throws IOException {
        assertThat(document().lines().filter(line -> line.startsWith("### "))).hasSize((int) cases().count());
    }
}
