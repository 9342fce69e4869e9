package io.numaresources.crd;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NodeAction;
import io.numaresources.api.v1alpha1.TopologyPolicy;
import io.numaresources.api.v1alpha1.UnknownValue;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values that a newer version wrote: they must not stop the reader, and must not pass for the default either. */
class UnknownValuesTest {
    private static final NUMAResourcesOperator NEWER = Serialization.unmarshal("""
            apiVersion: numaresources.io/v1alpha1
            kind: NUMAResourcesOperator
            metadata: {name: numaresources}
            spec:
              nodeGroups:
              - name: known
                kubelet: {topologyManager: {policy: restricted}}
              - name: newer
                kubelet: {topologyManager: {policy: two-numa-nodes, scope: 1}, provider: {kind: Carrier}}
                updater: {refresh: {mode: Lazily}}
              scheduler: {informer: Both}
            """, NUMAResourcesOperator.class);

    private static final List<UnknownValue> NOTED = List.of(
            new UnknownValue("nodeGroups[1].kubelet.provider", "{\"kind\":\"Carrier\"}"),
            new UnknownValue("nodeGroups[1].kubelet.topologyManager.policy", "two-numa-nodes"),
            new UnknownValue("nodeGroups[1].kubelet.topologyManager.scope", "1"),
            new UnknownValue("nodeGroups[1].updater.refresh.mode", "Lazily"),
            new UnknownValue("scheduler.informer", "Both"));

    @Test
    void notesWhereAndWhat() {
        assertThat(NEWER.getSpec().unknownValues()).containsExactlyElementsOf(NOTED);
    }

    @Test
    void readsTheRestOfTheObject() {
        assertThat(NEWER.getSpec()
                        .nodeGroups()
                        .getFirst()
                        .kubelet()
                        .topologyManager()
                        .policy())
                .isEqualTo(TopologyPolicy.RESTRICTED);
    }

    @Test
    void keepsTheNotesInTheClonesThatFrameworksMake() {
        var clone = new KubernetesSerialization().clone(NEWER);

        assertThat(clone.getSpec()).isEqualTo(NEWER.getSpec());
        assertThat(clone.getSpec().unknownValues()).containsExactlyElementsOf(NOTED);
    }

    @Test
    void notesNothingOfAnObjectThatIsKnownWhole() {
        var known = Serialization.unmarshal("""
                apiVersion: numaresources.io/v1alpha1
                kind: NUMAResourcesOperator
                metadata: {name: numaresources}
                spec: {nodeGroups: [{name: hpc, kubelet: {provider: null}}], scheduler: {informer: Shared}}
                """, NUMAResourcesOperator.class);

        assertThat(known.getSpec().unknownValues()).isEmpty();
        assertThat(Serialization.asYaml(known)).doesNotContain("unknownValues");
    }

    @Test
    void grantsAnAgentNothingByAnUnknownAction() {
        var node = Serialization.unmarshal("""
                apiVersion: numaresources.io/v1alpha1
                kind: NUMANode
                metadata: {name: a}
                spec: {group: hpc, action: Reboot, kubelet: {topologyManagerPolicy: two-numa-nodes}}
                """, NUMANode.class);

        assertThat(node.getSpec().action()).isEqualTo(NodeAction.NONE);
        assertThat(node.getSpec().unknownValues())
                .extracting(UnknownValue::path)
                .containsExactly("kubelet.topologyManagerPolicy", "action");
    }

    @Test
    void schemasDoNotOfferTheNotes() {
        for (var kind : CrdFiles.KINDS) {
            assertThat(Field.all(Field.schema(CrdFiles.committed(kind))))
                    .extracting(Field::path)
                    .doesNotContain("spec.unknownValues");
        }
    }
}
