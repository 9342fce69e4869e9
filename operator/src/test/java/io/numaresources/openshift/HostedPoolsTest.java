package io.numaresources.openshift;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.kubelet.Machines;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Nothing can be written from inside a hosted cluster, so people are told what to write. */
class HostedPoolsTest {
    private final Cluster cluster = new Cluster();

    private List<Finding> findings() {
        return HostedPools.findings(cluster.group(), cluster.wish(), List.copyOf(cluster.members.values()), true);
    }

    @Test
    void tellsTheKubeletConfigForTheNodePool() {
        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("NodePool");
            assertThat(finding.message())
                    .contains("the key config of a ConfigMap")
                    .contains("\"kind\":\"KubeletConfig\"", "\"topologyManagerPolicy\":\"single-numa-node\"");
        });
    }

    @Test
    void saysNothingBeforeAllNodesWereInspected() {
        var known = cluster.members.get("n1");
        cluster.members.put("n1", new PoolMember(known.node(), known.marks(), Optional.empty()));

        assertThat(findings()).isEmpty();
    }

    @Test
    void saysNothingMoreWhenTheKubeletsRunIt() {
        var stored = StoredConfig.of(((PoolStep.Write) cluster.decide().step()).object());
        for (String name : List.copyOf(cluster.members.keySet())) {
            cluster.member(name, Machines.of(2, 2, 4, 2), Cluster.running(stored), "", "", "", true);
        }

        assertThat(findings()).isEmpty();
    }
}
