package io.numaresources.openshift;

import static io.numaresources.openshift.Cluster.NOON;
import static io.numaresources.openshift.Cluster.pool;
import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.fleet.NumaNodes;
import io.numaresources.kubelet.Machine;
import io.numaresources.kubelet.Machines;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far a KubeletConfig has got that was written. */
class PoolWatchTest {
    private static final Machine MACHINE = Machines.of(2, 2, 4, 2);
    private static final String OLD = "rendered-numa-1";
    private static final String NEW = "rendered-numa-2";

    private final Cluster cluster = new Cluster();
    private StoredConfig stored = cluster.written();

    @BeforeEach
    void later() {
        cluster.now = NOON.plus(Duration.ofMinutes(2));
    }

    private PoolOutcome going(String... words) {
        var outcome = cluster.decide();
        assertThat(outcome.progress().message()).contains(words);
        assertThat(outcome.progress().frozen()).isFalse();
        return outcome;
    }

    private PoolOutcome failed(String code, String... words) {
        var outcome = cluster.decide();
        assertThat(outcome.findings()).extracting(Finding::code).contains(code);
        assertThat(outcome.progress().message()).contains(words);
        assertThat(outcome.progress().frozen()).isTrue();
        return outcome;
    }

    private void status(String status) {
        var object = Cluster.object(cluster.configs.getFirst());
        stored = cluster.store(object, status);
    }

    private void onNew(String node, String state, boolean ready) {
        cluster.member(node, MACHINE, Cluster.running(stored), NEW, NEW, state, ready);
    }

    private void settle(String more) {
        cluster.pools.put("numa", pool("numa", "[worker, numa]", NEW, NEW, "False", more, "[]"));
    }

    /** Success only means that it was rendered. */
    @Test
    void anAcceptedKubeletConfigIsNoConfiguredNode() {
        assertThat(going("0 of 2 are done").progress().configured()).isZero();
    }

    @Test
    void waitsUntilItIsRendered() {
        status("{observedGeneration: 0, conditions: []}");

        going("has not rendered KubeletConfig numaresources-numa yet");
    }

    /** machine-config-operator#332, #1156: a KubeletConfig that can't be rendered. */
    @Test
    void machineconfigoperator332ARefusalIsToldInItsWords() {
        status("""
                observedGeneration: 1
                conditions: [{type: Failure, status: "False", message: "Error: KubeletConfiguration: featureGates is not allowed"}]
                """);

        failed("KubeletConfigRefused", "featureGates is not allowed");
    }

    /** ComplianceAsCode/compliance-operator#59: the machine-config operator renders ten KubeletConfigs and no more. */
    @Test
    void complianceoperator59TheEleventhKubeletConfigIsToldInItsWords() {
        status("""
                observedGeneration: 1
                conditions:
                - {type: Success, status: "True"}
                - {type: Failure, status: "False", message: "Error: max number of supported kubelet config (10) has been reached"}
                """);

        failed("KubeletConfigRefused", "max number of supported kubelet config (10) has been reached");
    }

    /** The pool is Updated for a moment after the KubeletConfig was written, since nothing has been rendered yet. */
    @Test
    void doesNotTrustAPoolThatIsStillUpdatedFromBefore() {
        cluster.pools.put("numa", pool("numa", "[worker, numa]", OLD, OLD, "False", "", "[]"));

        going("pool numa has not taken KubeletConfig numaresources-numa in yet");
    }

    @Test
    void aPoolThatRendersTheSameAsBeforeIsTakenForCurrentAfterAWhile() {
        cluster.pools.put("numa", pool("numa", "[worker, numa]", OLD, OLD, "False", "", "[]"));
        cluster.member("n1", MACHINE, Cluster.running(stored), OLD, OLD, "Done", true);
        cluster.member("n2", MACHINE, Cluster.running(stored), OLD, OLD, "Done", true);
        cluster.now = NOON.plus(Duration.ofMinutes(6));

        assertThat(cluster.decide().progress().settled()).isTrue();
    }

    @Test
    void countsNodesThatAreBackAndTellsTheRest() {
        onNew("n1", "Done", true);

        var progress = going("1 of 2 are done").progress();

        assertThat(progress.configured()).isEqualTo(1);
        assertThat(progress.pendingRestart()).isEqualTo(1);
    }

    @Test
    void isDoneWhenAllNodesRunIt() {
        onNew("n1", "Done", true);
        onNew("n2", "Done", true);
        settle("");

        var outcome = going("runs what is wanted");

        assertThat(outcome.progress().settled()).isTrue();
        assertThat(outcome.findings()).isEmpty();
    }

    /** A later KubeletConfig of the pool, or a MachineConfig, overrides what this one says. */
    @Test
    void anUpdatedPoolWhoseKubeletsRunSomethingElseIsNotConfigured() {
        onNew("n1", "Done", true);
        cluster.member("n2", MACHINE, NumaNodes.factory(), NEW, NEW, "Done", true);
        settle("");

        failed("KubeletConfigNotInForce", "n2 (cpuManagerPolicy is none, wanted static");
    }

    /** openshift-kni/numaresources-operator#3801, OCPBUGS-84690: a paused pool never finishes. */
    @Test
    void ocpbugs84690APausedPoolIsReportedAndNotFrozen() {
        onNew("n1", "Done", true);
        cluster.pools.put("numa", pool("numa", "[worker, numa]", NEW, OLD, "True", "paused: true", "[]"));

        var outcome = going("pool numa is paused: 1 of 2 nodes have the configuration");

        assertThat(outcome.findings()).extracting(Finding::code).containsExactly("MachineConfigPoolPaused");
    }

    @Test
    void aDegradedNodeIsToldWithTheDaemonsReason() {
        cluster.member("n1", MACHINE, NumaNodes.factory(), OLD, NEW, "Degraded", true);

        failed("MachineConfigPoolDegraded", "n1 (disk full)");
    }

    @Test
    void aPoolThatCanNotBeRenderedIsToldInItsWords() {
        cluster.pools.put(
                "numa",
                pool(
                        "numa",
                        "[worker, numa]",
                        OLD,
                        OLD,
                        "False",
                        "",
                        "[{type: Updated, status: 'True'}, {type: RenderDegraded, status: 'True', message: conflicting units}]"));

        failed("MachineConfigPoolDegraded", "pool numa can't be rendered: conflicting units");
    }

    @Test
    void aNodeThatIsAwayForShortIsRebooting() {
        cluster.member("n1", MACHINE, NumaNodes.factory(), OLD, NEW, "Rebooting", false);
        cluster.now = NOON.plus(Duration.ofMinutes(39));

        going("0 of 2 are done");
    }

    /** The machine-config operator has no rollback of its own: the pool stays Updating with one node away for ever. */
    @Test
    void aNodeThatDoesNotComeBackMakesThePoolStuckAndByDefaultNothingElse() {
        cluster.member("n1", MACHINE, NumaNodes.factory(), OLD, NEW, "Rebooting", false);
        cluster.now = NOON.plus(Duration.ofMinutes(41));

        var outcome = failed("MachineConfigPoolStuck", "not back within", "40m", "n1");

        assertThat(outcome.step()).isInstanceOf(PoolStep.None.class);
        assertThat(outcome.progress().failed()).isEqualTo(1);
    }

    @Test
    void byChoiceThePreviousKubeletConfigIsPutBackAndNotReplacedAgain() {
        cluster.rollout = "{machineConfig: {nodeTimeout: 10m, onTimeout: Restore}}";
        cluster.member("n1", MACHINE, NumaNodes.factory(), OLD, NEW, "Rebooting", false);
        cluster.now = NOON.plus(Duration.ofMinutes(11));

        var step = (PoolStep.TakeBack) failed("MachineConfigPoolStuck", "n1").step();

        // there was none before, and without a payload the template is in force
        assertThat(step.object().<Object>get("spec", "kubeletConfig")).isNull();
        assertThat(step.message()).contains("the previous KubeletConfig is put back");
        cluster.store(step.object(), "{observedGeneration: 1, conditions: [{type: Success, status: 'True'}]}");
        assertThat(failed("KubeletConfigTakenBack", "repaired by hand").step()).isInstanceOf(PoolStep.None.class);
    }

    @Test
    void whatWasTakenBackIsTriedAgainWhenAPersonSaysSo() {
        byChoiceThePreviousKubeletConfigIsPutBackAndNotReplacedAgain();
        settle("");
        cluster.retry = true;
        cluster.announced = false;

        assertThat(cluster.decide().step()).isInstanceOf(PoolStep.Write.class);
    }

    @Test
    void aChangeByOthersIsReportedAndNotOverwrittenUnasked() {
        var object = Cluster.object(cluster.configs.getFirst());
        object.<Map<String, Object>>get("spec", "kubeletConfig").put("maxPods", 500);
        stored = cluster.store(object, "{observedGeneration: 1, conditions: [{type: Success, status: 'True'}]}");

        var outcome = cluster.decide();

        assertThat(outcome.step()).isInstanceOf(PoolStep.None.class);
        assertThat(outcome.findings()).extracting(Finding::code).containsExactly("KubeletConfigChanged");
    }

    /** openshift-docs#118856: the highest suffix, which is the last created one, wins. */
    @Test
    void openshiftdocs118856ALaterKubeletConfigForThePoolIsNamed() {
        cluster.configs.add(Cluster.foreign("max-pods", "numa"));

        assertThat(cluster.decide().findings())
                .filteredOn(finding -> finding.code().equals("KubeletConfigContested"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("max-pods"));
    }
}
