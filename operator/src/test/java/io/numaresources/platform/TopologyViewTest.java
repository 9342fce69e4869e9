package io.numaresources.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyViewTest {
    private static final String OBJECT = """
            apiVersion: topology.node.k8s.io/v1alpha2
            kind: NodeResourceTopology
            metadata:
              name: node-1
              managedFields:
              - {manager: nfd-topology-updater, operation: Update, apiVersion: topology.node.k8s.io/v1alpha2, time: "2026-11-30T12:00:00Z"}
              - {manager: kubectl, operation: Update, apiVersion: topology.node.k8s.io/v1alpha2, time: "2026-11-30T11:00:00Z"}
            topologyPolicies: [SingleNUMANodePodLevel]
            attributes:
            - {name: topologyManagerPolicy, value: single-numa-node}
            - {name: topologyManagerScope, value: pod}
            - {name: nodeTopologyPodsFingerprint, value: pfp0v0010123456789abcdef}
            zones:
            - name: node-0
              type: Node
              costs: [{name: node-0, value: 10}, {name: node-1, value: 21}]
              resources: [{name: cpu, capacity: "4", allocatable: "3", available: "3"}]
            - name: node-1
              type: Node
              resources: [{name: cpu, capacity: "4", allocatable: "4", available: "2"}]
            """;

    @Test
    void aGoodOneHasNoProblem() {
        var view = view(OBJECT);
        var facts = view.facts("numa-system");

        assertThat(facts.form().problem()).isEmpty();
        assertThat(facts.form().contradiction()).isEmpty();
        assertThat(facts.form().oldWriters()).isEmpty();
        assertThat(facts.writers()).containsExactly("nfd-topology-updater");
        assertThat(view.written()).contains(Instant.parse("2026-11-30T12:00:00Z"));
        assertThat(view.fingerprint()).isEqualTo("pfp0v0010123456789abcdef");
        assertThat(view.fingerprintMethod()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: node-1\\n  type | name: numa-node-1\\n  type | aren't named node- and a number: numa-node-1",
                "name: node-1\\n  type | name: node-x\\n  type | aren't named node- and a number: node-x",
                "name: node-1\\n  type | name: node-0\\n  type | zone node-0 is there twice",
                "available: '2' | available: '5' | more cpu available than allocatable",
                "value: single-numa-node | value: whatever | tells no topology manager policy",
            })
    void whatTheSchedulerCannotUseIsAProblem(String part, String instead, String problem) {
        var text = OBJECT.replace("available: \"2\"", "available: '2'")
                .replace("topologyPolicies: [SingleNUMANodePodLevel]\n", "");
        var changed = text.replace(part.replace("\\n", "\n"), instead.replace("\\n", "\n"));
        assertThat(changed).isNotEqualTo(text);

        assertThat(view(changed).facts("numa-system").form().problem())
                .hasValueSatisfying(found -> assertThat(found).contains(problem));
    }

    @ParameterizedTest
    @CsvSource({
        "[SingleNUMANodePodLevel], [RestrictedPodLevel], true",
        "[SingleNUMANodePodLevel], [SingleNUMANodeContainerLevel], true",
        "[SingleNUMANodePodLevel], [None], true",
        "[SingleNUMANodePodLevel], [SingleNUMANode], false",
        "name: topologyManagerScope, name: topologyManagerPolicy, true",
    })
    void twoWordsAreAContradiction(String part, String instead, boolean contradicts) {
        assertThat(view(OBJECT.replace(part, instead))
                        .facts("numa-system")
                        .form()
                        .contradiction()
                        .isPresent())
                .isEqualTo(contradicts);
    }

    /** koordlet calls TopologyV1alpha1().Update(). */
    @Test
    void aWriterOfTheOldVersionIsNamed() {
        var facts = view(OBJECT.replace(
                        "manager: nfd-topology-updater, operation: Update, apiVersion: topology.node.k8s.io/v1alpha2",
                        "manager: koordlet, operation: Update, apiVersion: topology.node.k8s.io/v1alpha1"))
                .facts("numa-system");

        assertThat(facts.form().oldWriters()).containsExactly("koordlet");
    }

    @Test
    void writersWithinAMinuteAreBothNamed() {
        assertThat(view(OBJECT.replace("11:00:00", "11:59:30"))
                        .facts("numa-system")
                        .writers())
                .containsExactly("kubectl", "nfd-topology-updater");
    }

    /** What pods take is no news for a pass. */
    @Test
    void theShapeIsCapacityAndDistances() {
        var shape = view(OBJECT).facts("x").form().shape();

        assertThat(view(OBJECT.replace("available: \"3\"", "available: \"1\""))
                        .facts("x")
                        .form()
                        .shape())
                .isEqualTo(shape);
        assertThat(view(OBJECT.replace("capacity: \"4\", allocatable: \"3\"", "capacity: \"5\", allocatable: \"3\""))
                        .facts("x")
                        .form()
                        .shape())
                .isNotEqualTo(shape);
        assertThat(view(OBJECT.replace("value: 21", "value: 32"))
                        .facts("x")
                        .form()
                        .shape())
                .isNotEqualTo(shape);
    }

    private static TopologyView view(String yaml) {
        return new KubernetesSerialization().unmarshal(yaml, TopologyView.class);
    }
}
