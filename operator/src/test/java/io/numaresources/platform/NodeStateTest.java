package io.numaresources.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.stack.NodeFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeStateTest {
    private static NodeFacts.State state(String yaml) {
        return Serialization.unmarshal("kind: Node\napiVersion: v1\n" + yaml, NodeView.class)
                .facts()
                .state();
    }

    @ParameterizedTest
    @CsvSource({
        "weave.works/kured-reboot-in-progress, 2026-11-30T12:00:00Z, kured (weave.works/kured-reboot-in-progress)",
        "flatcar-linux-update.v1.flatcar-linux.net/reboot-in-progress, true, Flatcar's update operator (flatcar-linux-update.v1.flatcar-linux.net/reboot-in-progress)",
        "machineconfiguration.openshift.io/state, Working, the machine-config operator (machineconfiguration.openshift.io/state)"
    })
    void isClaimedByAToolThatSaysSoInAnAnnotation(String key, String value, String claim) {
        assertThat(state("metadata: {name: a, annotations: {'%s': '%s'}}".formatted(key, value))
                        .claimedBy())
                .contains(claim);
    }

    @ParameterizedTest
    @CsvSource({
        "flatcar-linux-update.v1.flatcar-linux.net/reboot-in-progress, false",
        "machineconfiguration.openshift.io/state, Done",
        "some.tool/annotation, true"
    })
    void isFreeAgainAfterwards(String key, String value) {
        assertThat(state("metadata: {name: a, annotations: {'%s': '%s'}}".formatted(key, value))
                        .claimedBy())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ToBeDeletedByClusterAutoscaler, cluster-autoscaler (ToBeDeletedByClusterAutoscaler)",
        "karpenter.sh/disrupted, Karpenter (karpenter.sh/disrupted)",
        "node.cluster.x-k8s.io/outdated-revision, Cluster API (node.cluster.x-k8s.io/outdated-revision)",
        "medik8s.io/drain, medik8s node maintenance (medik8s.io/drain)"
    })
    void isClaimedByAToolThatTaintsIt(String key, String claim) {
        assertThat(state("metadata: {name: a}\nspec: {taints: [{key: %s, effect: NoSchedule}]}".formatted(key))
                        .claimedBy())
                .contains(claim);
    }

    @ParameterizedTest
    @CsvSource({
        "v1.34.1-gke.100, Container-Optimized OS, kubernetes.io/os, GKE",
        "v1.34.1, Ubuntu, kubernetes.azure.com/cluster, AKS",
        "v1.34.1-eks-abc, Amazon Linux 2023, eks.amazonaws.com/nodegroup, EKS managed node group",
        "v1.34.1, Talos (v1.11.0), kubernetes.io/os, Talos",
        "v1.34.1-eks-abc, Bottlerocket OS 1.40, kubernetes.io/os, Bottlerocket",
        "v1.34.1, Red Hat Enterprise Linux CoreOS 9.6, node.openshift.io/os_id, OpenShift"
    })
    void isManagedWhereItSaysSo(String kubelet, String os, String label, String owner) {
        assertThat(state("metadata: {name: a, labels: {%s: x}}\nstatus: {nodeInfo: {kubeletVersion: %s, osImage: '%s'}}"
                                .formatted(label, kubelet, os))
                        .managedBy())
                .contains(owner);
    }

    @ParameterizedTest
    @CsvSource({"v1.34.1, Debian GNU/Linux 13", "v1.34.1+k3s1, Ubuntu 24.04", "v1.34.1-eks-abc, Amazon Linux 2023"})
    void isOursToChangeElsewhere(String kubelet, String os) {
        assertThat(state("metadata: {name: a}\nstatus: {nodeInfo: {kubeletVersion: %s, osImage: '%s'}}"
                                .formatted(kubelet, os))
                        .managedBy())
                .isEmpty();
    }

    @Test
    void keepsCordonBootAndVersion() {
        var state = state("""
                metadata: {name: a}
                spec: {unschedulable: true}
                status: {nodeInfo: {kubeletVersion: v1.33.5+k3s1, bootID: 1-2-3, osImage: x}}""");

        assertThat(state.cordoned()).isTrue();
        assertThat(state.bootId()).isEqualTo("1-2-3");
        assertThat(state.kubeletVersion()).isEqualTo("v1.33.5+k3s1");
    }
}
