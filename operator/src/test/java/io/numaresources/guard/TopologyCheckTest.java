package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.api.v1alpha1.UpdaterType;
import io.numaresources.finding.FindingCode;
import io.numaresources.stack.TopologyFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopologyCheckTest {
    private static final TopologyFacts.Form GOOD =
            new TopologyFacts.Form(Optional.empty(), Optional.empty(), List.of(), 7);

    @Test
    void aGoodOneIsNotSuspected() {
        assertThat(check(true, topology(GOOD, "nfd"), "restricted", "pod")).isEmpty();
        assertThat(check(true, topology(GOOD, "nfd"), null, null)).isEmpty();
        assertThat(check(true, topology(GOOD, "nfd"), "", "")).isEmpty();
    }

    @Test
    void nothingIsExpectedOfANodeThatIsNotReady() {
        assertThat(check(false, Optional.empty(), null, null)).isEmpty();
        assertThat(check(false, topology(GOOD, "nfd", "rte"), "none", "pod")).isEmpty();
    }

    @Test
    void aReadyNodePublishesOne() {
        assertThat(check(true, Optional.empty(), null, null))
                .containsExactly(suspicion(FindingCode.TOPOLOGY_MISSING, "publishes no NodeResourceTopology"));
    }

    @Test
    void problemsOfTheObjectAreTold() {
        var bad = new TopologyFacts.Form(
                Optional.of("zone x has no number"), Optional.of("says two things"), List.of("koordlet"), 7);

        assertThat(check(true, topology(bad, "koordlet"), null, null))
                .containsExactly(
                        suspicion(FindingCode.TOPOLOGY_MALFORMED, "zone x has no number"),
                        suspicion(FindingCode.TOPOLOGY_CONTRADICTORY, "says two things"),
                        suspicion(FindingCode.TOPOLOGY_OLD_VERSION, "written in version v1alpha1 by koordlet"));
    }

    /** numaresources-operator #1694, #3995: a node in two pools gets two exporters. */
    @Test
    void twoWritersAreTold() {
        assertThat(check(true, topology(GOOD, "nfd", "rte"), null, null))
                .containsExactly(suspicion(FindingCode.TOPOLOGY_WRITERS, "written by nfd and rte"));
    }

    /** numaresources-operator #2261: what is published came from an intent, not from the kubelet. */
    @Test
    void whatTheKubeletDoesNotRunIsTold() {
        assertThat(check(true, topology(GOOD, "nfd"), "single-numa-node", "pod"))
                .containsExactly(suspicion(
                        FindingCode.TOPOLOGY_NOT_LIVE,
                        "published are policy restricted and scope pod, the kubelet runs single-numa-node and pod"));
        assertThat(check(true, topology(GOOD, "nfd"), "restricted", "container"))
                .hasSize(1);
    }

    private static Suspicion suspicion(FindingCode code, String detail) {
        return new Suspicion(code, "hpc", "node-1", detail);
    }

    private static List<Suspicion> check(
            boolean ready, Optional<TopologyFacts> topology, @Nullable String policy, @Nullable String scope) {
        return new TopologyCheck("node-1", "hpc", ready, topology, Optional.of(status(policy, scope))).suspicions();
    }

    private static Optional<TopologyFacts> topology(TopologyFacts.Form form, String... writers) {
        return Optional.of(new TopologyFacts(
                "node-1",
                "restricted",
                "pod",
                2,
                Optional.of(UpdaterType.NODE_FEATURE_DISCOVERY),
                true,
                List.of(writers),
                form));
    }

    private static NUMANodeStatus status(@Nullable String policy, @Nullable String scope) {
        return new NUMANodeStatus(
                1L, null, null, null, null, null, null, null, null, policy, scope, false, List.of(), Map.of(),
                List.of(), null, null);
    }
}
