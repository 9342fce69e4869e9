package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import io.numaresources.api.v1alpha1.NodePhase;
import io.numaresources.api.v1alpha1.OnDelete;
import io.numaresources.fleet.Pool;
import io.numaresources.fleet.Reported;
import io.numaresources.stack.Membership;
import io.numaresources.stack.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FleetPlannerTest {
    private static final String BOTH = """
            - {name: hpc, nodeSelector: {matchLabels: {pool: hpc}}, kubelet: {}}
            - {name: telco, nodeSelector: {matchLabels: {pool: telco}}, kubelet: {onDelete: Keep}}
            """;

    private final Map<String, Reported> reported = new TreeMap<>();

    private FleetPlanner planner(String groups, boolean deleted, NodeFacts... nodes) {
        var primary = Serialization.unmarshal("""
                apiVersion: numaresources.io/v1alpha1
                kind: NUMAResourcesOperator
                metadata: {name: numaresources, uid: u-1}
                spec:
                  nodeGroups:
                %s""".formatted(groups.indent(2)), NUMAResourcesOperator.class);
        var all = List.of(nodes);
        var pass = new Pass(primary, all, Membership.of(primary.getSpec().nodeGroups(), all), Map.of());
        return new FleetPlanner(primary, pass, reported, deleted);
    }

    private static NodeFacts node(String name, String... labels) {
        var all = new TreeMap<String, String>();
        for (String label : labels) {
            all.put(label.split("=")[0], label.split("=")[1]);
        }
        return new NodeFacts(name, all, true, true, Optional.empty());
    }

    /** A node that was changed by this operator once. */
    private void configured(String name, String group, String revision, @Nullable OnDelete onDelete) {
        report(name, group, revision, onDelete, NodePhase.CONFIGURED, Map.of("Uncordoned", "2026-11-30T12:00:00Z"));
    }

    private void report(
            String name,
            String group,
            String revision,
            @Nullable OnDelete onDelete,
            NodePhase phase,
            Map<String, String> transitions) {
        var node = new NUMANode();
        node.setMetadata(new ObjectMetaBuilder().withName(name).build());
        node.setSpec(new NUMANodeSpec(group, null, null, revision, onDelete, null));
        node.setStatus(new NUMANodeStatus(
                null,
                phase,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                transitions,
                null,
                null,
                null));
        reported.put(name, new Reported(node));
    }

    private static List<String> names(Pool pool) {
        return pool.nodes().stream().map(NodeFacts::name).toList();
    }

    @Test
    void servesTheGroupsWhoseKubeletsAgentsConfigure() {
        var plan = planner("""
                - {name: hpc, nodeSelector: {matchLabels: {pool: hpc}}, kubelet: {}}
                - {name: watched, nodeSelector: {matchLabels: {pool: watched}}}
                - {name: other, nodeSelector: {matchLabels: {pool: other}}, kubelet: {provider: None}}
                """, false, node("a", "pool=hpc"), node("b", "pool=watched"), node("c", "pool=other"))
                .plan();

        assertThat(plan.groups()).containsOnlyKeys("hpc");
        assertThat(plan.pools())
                .singleElement()
                .satisfies(pool -> assertThat(names(pool)).containsExactly("a"));
        assertThat(plan.stopped()).isFalse();
    }

    @Test
    void nodesOfMachineConfigPoolsAreReadOnlyAndGetBackWhatAgentsChanged() {
        configured("b", "hpc", "r0", null);
        var plan = planner("""
                - {name: hpc, nodeSelector: {matchLabels: {pool: hpc}}, kubelet: {provider: MachineConfig}}
                """, false, node("a", "pool=hpc"), node("b", "pool=hpc"))
                .plan();

        assertThat(plan.groups()).isEmpty();
        assertThat(plan.pools())
                .extracting(Pool::revision, FleetPlannerTest::names)
                .containsExactly(tuple(Reported.INSPECT, List.of("a")), tuple(Reported.RESTORE, List.of("b")));
    }

    @Test
    void leavesGroupsAloneThatShareANodeOrHaveAReversedRange() {
        configured("a", "hpc", "r0", null);
        var plan = planner("""
                - {name: hpc, nodeSelector: {matchLabels: {pool: hpc}}, kubelet: {}}
                - {name: twin, nodeSelector: {matchLabels: {pool: hpc}}, kubelet: {}}
                - {name: odd, nodeSelector: {matchLabels: {pool: odd}}, kubelet: {reserved: {cpus: "5-2"}}}
                """, false, node("a", "pool=hpc"), node("b", "pool=odd"))
                .plan();

        assertThat(plan.pools()).isEmpty();
    }

    @Test
    void restoresANodeThatLeftItsGroupUnlessItsKubeletIsToBeKept() {
        configured("a", "hpc", "r0", OnDelete.RESTORE);
        configured("b", "telco", "r0", OnDelete.KEEP);
        configured("c", "gone", "r0", OnDelete.KEEP);
        configured("d", "gone", "r0", null);
        var planner = planner(BOTH, false, node("a"), node("b"), node("c"), node("d"), node("e", "pool=hpc"));
        var plan = planner.plan();

        assertThat(plan.pools().stream().filter(pool -> pool.revision().equals(Reported.RESTORE)))
                .extracting(Pool::name, FleetPlannerTest::names)
                .containsExactly(tuple("gone", List.of("d")), tuple("hpc", List.of("a")));
        assertThat(planner.done(plan)).extracting(Reported::name).containsExactly("b", "c");
    }

    @Test
    void forgetsNodesThatAreGoneOrWereNeverChanged() {
        configured("gone", "hpc", "r0", null);
        report("untouched", "hpc", "r0", null, NodePhase.CONFIGURED, Map.of());
        configured("restored", "hpc", Reported.RESTORE, null);
        var planner = planner(BOTH, false, node("untouched"), node("restored"));

        assertThat(planner.done(planner.plan()))
                .extracting(Reported::name)
                .containsExactly("gone", "restored", "untouched");
    }

    @Test
    void finishesAChangeThatIsUnderWayBeforeItIsTakenBack() {
        report("a", "hpc", "r0", null, NodePhase.CORDONED, Map.of());
        var planner = planner(BOTH, false, node("a"));
        var plan = planner.plan();

        assertThat(planner.done(plan)).isEmpty();
        assertThat(plan.pools().getLast().revision()).isEqualTo(Reported.RESTORE);
        assertThat(names(plan.pools().getLast())).containsExactly("a");
    }

    @Test
    void restoresEveryNodeWhenTheResourceIsDeleted() {
        configured("a", "hpc", "r0", null);
        configured("b", "telco", "r0", null);
        var planner = planner(BOTH, true, node("a", "pool=hpc"), node("b", "pool=telco"));
        var plan = planner.plan();

        assertThat(plan.groups()).isEmpty();
        assertThat(plan.pools()).singleElement().satisfies(pool -> {
            assertThat(pool.revision()).isEqualTo(Reported.RESTORE);
            assertThat(names(pool)).containsExactly("a");
        });
        assertThat(planner.done(plan)).extracting(Reported::name).containsExactly("b");
    }

    @Test
    void keepsWhatAValueThatItCanNotReadGoverns() {
        configured("a", "hpc", "r0", null);
        String newer = BOTH.replace("kubelet: {}", "kubelet: {onDelete: Archive}");

        var planner = planner(newer, false, node("a", "pool=hpc"));
        assertThat(planner.plan().pools()).noneMatch(pool -> pool.name().equals("hpc"));
        assertThat(planner.done(planner.plan())).isEmpty();

        var deletion = planner(newer, true, node("a", "pool=hpc"));
        assertThat(deletion.plan().pools()).isEmpty();
        assertThat(deletion.done(deletion.plan())).extracting(Reported::name).containsExactly("a");
    }

    @Test
    void beginsNothingWhileTheResourceIsPaused() {
        var paused = new NUMAResourcesOperator();
        paused.setMetadata(
                new ObjectMetaBuilder().withName("numaresources").withUid("u-1").build());
        paused.setSpec(Serialization.unmarshal("nodeGroups: []\npaused: true", NUMAResourcesOperatorSpec.class));
        var pass = new Pass(paused, List.of(), Membership.of(List.of(), List.of()), Map.of());

        assertThat(new FleetPlanner(paused, pass, reported, false).plan().stopped())
                .isTrue();
        assertThat(new FleetPlanner(paused, pass, reported, true).plan().stopped())
                .as("a paused resource can be deleted")
                .isFalse();
    }
}
