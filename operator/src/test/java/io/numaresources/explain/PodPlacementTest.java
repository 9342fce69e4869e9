package io.numaresources.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.explain.NodePlace.NodeTaint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodPlacementTest {
    private static final NodePlace NODE =
            new NodePlace("node-7", Map.of("pool", "hpc", "size", "12"), true, false, List.of());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{key: pool, operator: In, values: [hpc, web]}| true",
                "{key: pool, operator: NotIn, values: [hpc]}| false",
                "{key: zone, operator: NotIn, values: [a]}| true",
                "{key: pool, operator: Exists}| true",
                "{key: pool, operator: DoesNotExist}| false",
                "{key: size, operator: Gt, values: ['9']}| true",
                "{key: size, operator: Lt, values: ['9']}| false",
                "{key: pool, operator: Gt, values: ['9']}| false",
                "{key: absent, operator: Lt, values: ['9']}| false",
                "{key: pool, operator: Alike, values: [hpc]}| false"
            })
    void judgesNodeAffinity(String requirement, boolean allowed) {
        var placement = placement("""
                affinity:
                  nodeAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      nodeSelectorTerms:
                      - matchExpressions: [%s]
                      - {}
                """.formatted(requirement));

        assertThat(placement.refusal(NODE).isEmpty()).isEqualTo(allowed);
    }

    @Test
    void findsANodeByNameAsDaemonSetsDo() {
        var placement = placement("""
                affinity:
                  nodeAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      nodeSelectorTerms:
                      - matchFields: [{key: metadata.name, operator: In, values: [node-7]}]
                """);

        assertThat(placement.refusal(NODE)).isEmpty();
        assertThat(placement.refusal(new NodePlace("node-8", Map.of(), true, false, List.of())))
                .contains("not selected by node affinity");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "[]| taint dedicated=hpc:NoSchedule isn't tolerated",
                "[{key: dedicated, value: hpc}]| -",
                "[{key: dedicated, value: web}]| taint dedicated=hpc:NoSchedule isn't tolerated",
                "[{key: dedicated, operator: Exists}]| -",
                "[{operator: Exists}]| -",
                "[{key: dedicated, operator: Exists, effect: NoExecute}]| taint dedicated=hpc:NoSchedule isn't tolerated"
            })
    void judgesTaints(String tolerations, @org.jspecify.annotations.Nullable String refusal) {
        var node = new NodePlace(
                "node-7",
                Map.of(),
                true,
                false,
                List.of(
                        new NodeTaint("soft", "", "PreferNoSchedule"),
                        new NodeTaint("dedicated", "hpc", "NoSchedule")));

        assertThat(placement("tolerations: " + tolerations).refusal(node)).isEqualTo(Optional.ofNullable(refusal));
    }

    @Test
    void leavesCordonedNodesOut() {
        var cordoned = new NodePlace("node-7", Map.of(), true, true, List.of());

        assertThat(placement("tolerations: []").refusal(cordoned)).contains("cordoned");
        assertThat(placement("tolerations: [{key: node.kubernetes.io/unschedulable, operator: Exists}]")
                        .refusal(cordoned))
                .isEmpty();
    }

    private static PodPlacement placement(String spec) {
        return PodPlacement.of(PodQuestionTest.pod("spec:\n" + spec.indent(2)).getSpec());
    }
}
