package io.numaresources.openshift;

import static io.numaresources.openshift.Cluster.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.stack.Membership;
import io.numaresources.stack.NodeFacts;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolNodesTest {
    private final PoolNodes pools = new Cluster().poolNodes();

    private static NodeGroup byPool(String pool) {
        return new NodeGroup("g-" + pool, null, pool, null, null, null);
    }

    private static NodeGroup byLabel(String role) {
        var selector = new LabelSelectorBuilder()
                .addToMatchLabels("node-role.kubernetes.io/" + role, "")
                .build();
        return new NodeGroup("hpc", selector, null, null, null, null);
    }

    @ParameterizedTest
    @CsvSource({"worker, worker", "worker numa, numa", "master worker, master", "master numa, master", "infra,"})
    void theMoreSpecificPoolTakesANodeAndMasterAll(String roles, @Nullable String expected) {
        assertThat(pools.of(node("a", roles.split(" "))).map(MachinePool::name))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void groupsByPoolDontShareTheNodesThatBearBothRoles() {
        List<NodeFacts> nodes =
                List.of(node("m", "master", "worker"), node("w", "worker"), node("n1", "worker", "numa"));
        var groups = List.of(pools.resolve(byPool("worker")), pools.resolve(byPool("numa")));

        var members = Membership.of(groups, nodes);

        assertThat(members.conflicts()).isEmpty();
        assertThat(members.groups().get("g-worker")).extracting(NodeFacts::name).containsExactly("w");
        assertThat(members.groups().get("g-numa")).extracting(NodeFacts::name).containsExactly("n1");
    }

    @Test
    void aGroupOfAnUnknownPoolStaysAsItIs() {
        assertThat(pools.resolve(byPool("gone"))).isEqualTo(byPool("gone"));
        assertThat(GroupPool.of(byPool("gone"), List.of(), List.of(), pools).refusal())
                .contains("no machine-config pool gone");
    }

    @Test
    void aGroupByLabelHasThePoolWithTheSameNodes() {
        List<NodeFacts> nodes = List.of(node("w", "worker"), node("n1", "worker", "numa"));

        assertThat(GroupPool.of(byLabel("numa"), List.of(nodes.get(1)), nodes, pools)
                        .pool()
                        .map(MachinePool::name))
                .contains("numa");
    }

    @Test
    void aGroupOfSomeNodesOfAPoolIsRefusedWithTheOthersNames() {
        List<NodeFacts> nodes = List.of(node("n1", "worker", "numa"), node("n2", "worker", "numa"));

        var found = GroupPool.of(byLabel("numa"), List.of(nodes.getFirst()), nodes, pools);

        assertThat(found.pool()).isEmpty();
        assertThat(found.refusal()).contains("(n2)").contains("make a pool of these nodes alone");
    }

    @Test
    void aGroupAcrossPoolsIsRefusedWithTheirNames() {
        List<NodeFacts> nodes = List.of(node("w", "worker"), node("n1", "worker", "numa"));

        assertThat(GroupPool.of(byLabel("worker"), nodes, nodes, pools).refusal())
                .contains("numa, worker")
                .contains("make a group of each");
    }
}
