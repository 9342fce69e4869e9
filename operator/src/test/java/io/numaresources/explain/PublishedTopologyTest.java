package io.numaresources.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.numaresources.platform.TopologyView;
import io.numaresources.topology.AlignmentPolicy;
import io.numaresources.topology.AlignmentScope;
import io.numaresources.topology.Resources;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedTopologyTest {

    @Test
    void readsWhatResourceTopologyExporterWrites() {
        var topology = read("""
                attributes:
                - {name: topologyManagerPolicy, value: single-numa-node}
                - {name: topologyManagerScope, value: pod}
                - {name: nodeTopologyPodsFingerprint, value: pfp0v0010123456789abcdef}
                zones:
                - name: node-1
                  type: Node
                  costs: [{name: node-0, value: 21}, {name: node-1, value: 10}]
                  resources:
                  - {name: cpu, capacity: "8", allocatable: "7", available: "3"}
                  - {name: memory, capacity: "34359738368", allocatable: "33285996544", available: "33285996544"}
                - name: node-0
                  type: Node
                  costs: [{name: node-0, value: 10}, {name: node-1, value: 21}]
                  resources:
                  - {name: cpu, capacity: "8", allocatable: "8", available: "8"}
                  - {name: example.com/gpu, capacity: 4, allocatable: 4, available: 2}
                """);

        assertThat(topology.gap()).isEmpty();
        assertThat(topology.rules().orElseThrow().policy()).isEqualTo(AlignmentPolicy.SINGLE_NUMA_NODE);
        assertThat(topology.rules().orElseThrow().scope()).isEqualTo(AlignmentScope.POD);
        assertThat(topology.zones()).extracting(zone -> zone.id()).containsExactlyInAnyOrder(0, 1);
        var one = topology.zones().stream()
                .filter(zone -> zone.id() == 1)
                .findFirst()
                .orElseThrow();
        assertThat(one.capacity().get(Resources.CPU)).isEqualTo(8000);
        assertThat(one.available().get(Resources.CPU)).isEqualTo(3000);
        assertThat(one.allocatable().get(Resources.MEMORY)).isEqualTo(33285996544L);
        assertThat(one.costs()).isEqualTo(Map.of(0, 21, 1, 10));
    }

    @Test
    void readsWhatNodeFeatureDiscoveryWrites() {
        var topology = read("""
                topologyPolicies: [SingleNUMANodeContainerLevel]
                attributes:
                - {name: topologyManagerPolicy, value: restricted}
                - {name: topologyManagerScope, value: container}
                - {name: cpu_core, value: 0-7}
                zones:
                - name: node-0
                  type: Node
                  resources:
                  - {name: cpu, capacity: "4", allocatable: 3500m, available: 3500m}
                  - {name: memory, capacity: 8Gi, allocatable: 7Gi, available: 6Gi}
                """);

        assertThat(topology.gap()).isEmpty();
        assertThat(topology.rules().orElseThrow().policy())
                .as("attributes go before the deprecated field")
                .isEqualTo(AlignmentPolicy.RESTRICTED);
        assertThat(topology.zones().getFirst().available().amounts())
                .containsExactly(Map.entry("cpu", 3500L), Map.entry("memory", 6L << 30));
    }

    @ParameterizedTest
    @CsvSource({
        "SingleNUMANodePodLevel, SINGLE_NUMA_NODE, POD",
        "RestrictedPodLevel, RESTRICTED, POD",
        "Restricted, RESTRICTED, CONTAINER",
        "BestEffortContainerLevel, BEST_EFFORT, CONTAINER",
        "None, NONE, CONTAINER"
    })
    void readsTheDeprecatedPolicies(String old, AlignmentPolicy policy, AlignmentScope scope) {
        var rules = read("""
                topologyPolicies: [%s]
                zones: [{name: node-0, type: Node, resources: []}]
                """.formatted(old)).rules().orElseThrow();

        assertThat(rules.policy()).isEqualTo(policy);
        assertThat(rules.scope()).isEqualTo(scope);
    }

    @Test
    void leavesZonesOutThatAreNoNumaNodes() {
        var topology = read("""
                topologyPolicies: [None]
                zones:
                - {name: node-0, type: Node}
                - {name: socket-0, type: Socket}
                - {name: numa-node-1, type: Node}
                """);

        assertThat(topology.zones()).extracting(zone -> zone.id()).containsExactly(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zones: [{name: node-0, type: Node}]| NO_POLICY",
                "topologyPolicies: [SingleNUMANode]; zones: [{name: node-0, type: Node}]| NO_POLICY",
                "topologyPolicies: [None]| NO_ZONES",
                "topologyPolicies: [None]; zones: [{name: socket-0, type: Socket}]| NO_ZONES",
                "topologyPolicies: [None]; zones: [{name: node-x, type: Node}]| MALFORMED",
                "topologyPolicies: [None]; zones: [{name: node-64, type: Node}]| MALFORMED",
                "topologyPolicies: [None]; zones: [{name: node-0, type: Node}, {name: node-0, type: Node}]| MALFORMED",
                "topologyPolicies: [None]; zones: [{name: node-0, type: Node, resources: [{name: cpu, capacity: 1, allocatable: 1}]}]| MALFORMED",
                "topologyPolicies: [None]; zones: [{name: node-0, type: Node, resources: [{name: cpu, capacity: 1, allocatable: 1, available: many}]}]| MALFORMED",
                "topologyPolicies: [None]; zones: [{name: node-0, type: Node, resources: [{name: cpu, capacity: 1, allocatable: 1, available: 2}]}]| MALFORMED",
                "topologyPolicies: [None]; zones: [{name: node-0, type: Node, resources: [{name: cpu, capacity: 1, allocatable: 1, available: 99999999999999999999}]}]| MALFORMED"
            })
    void saysWhyItCanNotBeUsed(String yaml, Gap.Kind why) {
        var topology = read(yaml.replace("; ", "\n"));

        assertThat(topology.gap()).map(Gap::kind).contains(why);
        assertThat(topology.zones()).as("no half of it is used").allMatch(zone -> why == Gap.Kind.NO_POLICY);
    }

    /** By way of the view that the operator and the commands read. */
    private static PublishedTopology read(String yaml) {
        return new KubernetesSerialization()
                .unmarshal("""
                        apiVersion: topology.node.k8s.io/v1alpha2
                        kind: NodeResourceTopology
                        metadata: {name: node-a}
                        """ + yaml, TopologyView.class)
                .published();
    }
}
