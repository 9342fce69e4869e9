package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.api.v1alpha1.NodeAction;
import io.numaresources.api.v1alpha1.UnknownValue;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.Machines;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.Wishes;
import io.numaresources.node.Ledger.UnavailableException;
import io.numaresources.node.Systemd.SystemdException;
import io.numaresources.rollout.Phase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The agent with a NUMANode and a systemd that are made up, and an operator whose part the test plays. */
class AgentTest {
    private static final String DROP_IN = "/etc/kubernetes/kubelet.conf.d/90-numaresources.conf";
    private static final OwnedConfiguration WANTED = Wishes.plan(Wishes.aligned(), Machines.of(1, 2, 4, 1));
    private static final Instant NOW = Instant.parse("2026-11-30T10:05:00Z");
    private static final int LONGEST = 200;

    @TempDir
    Path root;

    private Host host;
    private MadeUpSystemd systemd;
    private MadeUpLedger ledger;
    private Configz.Answer configz = new Configz.Answer.Told(WANTED.toMap());

    @BeforeEach
    void aGrantedNodeOfKubeadm() {
        prepare(root);
    }

    private void prepare(Path directory) {
        host = Trees.lay(directory, "kubeadm", "two-sockets");
        systemd = new MadeUpSystemd(host);
        ledger = new MadeUpLedger(spec(Configurations.api(WANTED), WANTED.hash(), NodeAction.APPLY));
        ledger.enter(Phase.GRANTED);
    }

    private static NUMANodeSpec spec(@Nullable KubeletConfiguration kubelet, String hash, NodeAction action) {
        return new NUMANodeSpec("hpc", kubelet, hash, null, null, action);
    }

    private Agent agent(Patience patience) {
        return new Agent(
                new Agent.Site(
                        host,
                        () -> systemd,
                        port -> configz,
                        rootDirectory -> Optional.of(CpuSet.parse("1-7")),
                        "v1.34.4",
                        Duration.ofSeconds(150),
                        InstantSource.fixed(NOW)),
                ledger,
                patience);
    }

    /** While the agent waits, the operator does its part; after too many waits the agent is told to stop. */
    private Patience playing(Runnable operator) {
        var pauses = new int[1];
        return new Patience((CountDownLatch latch, Duration atMost) -> {
            operator.run();
            return ++pauses[0] > LONGEST;
        });
    }

    private void operator() {
        switch (ledger.phase()) {
            case GRANTED -> ledger.enter(Phase.CORDONED);
            case CORDONED -> ledger.enter(Phase.DRAINED);
            case APPLIED -> ledger.enter(Phase.VERIFIED);
            case DISARMED -> ledger.enter(Phase.UNCORDONED);
            case ROLLING_BACK -> {
                if ("Restored".equals(ledger.node().getStatus().step())) {
                    ledger.enter(Phase.ROLLED_BACK);
                }
            }
            default -> {
                // the agent's part
            }
        }
    }

    @Test
    void takesItsPartOfAChangeFromGrantToUncordon() {
        agent(playing(this::operator)).change(false);

        assertThat(ledger.phases)
                .containsSubsequence(Phase.BACKED_UP, Phase.ROLLBACK_ARMED, Phase.APPLIED, Phase.DISARMED);
        assertThat(ledger.phase()).isEqualTo(Phase.UNCORDONED);
        assertThat(host.text(DROP_IN).orElseThrow()).contains("# configuration: " + WANTED.hash());
        assertThat(systemd.armed()).isFalse();
        var status = ledger.node().getStatus();
        assertThat(status.transitions())
                .containsKeys("BackedUp", "RollbackArmed", "Applied", "Disarmed")
                .containsEntry("Applied", NOW.toString());
        assertThat(status.backedUp())
                .containsExactly(DROP_IN, "/etc/systemd/system/kubelet.service.d/90-numaresources.conf");
        assertThat(status.liveHash()).as("what the operator verifies by").isEqualTo(WANTED.hash());
        assertThat(status.live()).isEqualTo(Configurations.api(WANTED));
        assertThat(status.liveSource()).isEqualTo("Configz");
        assertThat(status.policy()).isEqualTo("single-numa-node");
        assertThat(status.kubelet().started()).isEqualTo("2026-11-30T10:00:00.123456Z");
        assertThat(status.kubelet().restarts()).isZero();
        assertThat(status.kubelet().allocatableCPUs()).isEqualTo("1-7");
        assertThat(status.message()).isEqualTo("being uncordoned");
    }

    /** The process dies at the n-th request to the API server, or to systemd, or between a write and its answer; the next one goes on. */
    @TestFactory
    Stream<DynamicTest> goesOnWhereverItWasKilled() {
        return IntStream.range(0, 60)
                .mapToObj(moment -> DynamicTest.dynamicTest("killed at " + moment, () -> {
                    prepare(root.resolve("killed-" + moment));
                    var left = new int[] {moment};
                    Runnable kill = () -> {
                        if (left[0]-- == 0) {
                            throw new MadeUpSystemd.Crash();
                        }
                    };
                    ledger.onRequest = kill;
                    ledger.onAnswer = kill;
                    systemd.onCall = kill;
                    boolean killed = false;
                    try {
                        agent(playing(this::operator)).change(false);
                    } catch (MadeUpSystemd.Crash crash) {
                        killed = true;
                        agent(playing(this::operator)).change(false);
                    }

                    assertThat(killed).isEqualTo(left[0] < 0);
                    assertThat(ledger.phase()).isEqualTo(Phase.UNCORDONED);
                    assertThat(host.text(DROP_IN).orElseThrow()).contains(WANTED.hash());
                    assertThat(systemd.armed()).isFalse();
                    assertThat(systemd.running).containsEntry("kubelet.service", true);
                    assertThat(ledger.phases).doesNotContain(Phase.ROLLING_BACK);
                    assertThat(systemd.calls.stream().filter("start kubelet.service"::equals))
                            .hasSizeBetween(1, 2);
                }));
    }

    @Test
    void isRestoredByTheTimerWhileTheApiServerIsAway() {
        systemd.onCall = () -> {
            if (systemd.calls.size() == 5) {
                ledger.onRequest = () -> {
                    throw new UnavailableException("connection refused", null);
                };
            }
        };
        var away = new int[1];
        agent(playing(() -> {
                    operator();
                    if (ledger.phase() == Phase.ROLLBACK_ARMED && ++away[0] == 30) {
                        systemd.elapse();
                        systemd.onCall = () -> {};
                        ledger.onRequest = () -> {};
                    }
                }))
                .change(false);

        assertThat(ledger.phase()).isEqualTo(Phase.ROLLED_BACK);
        assertThat(ledger.phases).containsSubsequence(Phase.ROLLBACK_ARMED, Phase.APPLIED, Phase.ROLLING_BACK);
        assertThat(host.exists(DROP_IN)).isFalse();
        assertThat(ledger.node().getStatus().message()).isEqualTo("the kubelet was not verified in time");
    }

    @Test
    void tellsTheKubeletsOwnErrorAfterARollback() {
        agent(playing(() -> {
                    if (ledger.phase() == Phase.APPLIED) {
                        systemd.elapse();
                        Trees.write(host.path(KubeletComplaint.PATH), """
                                I1130 10:04:00.000001 1 server.go:1] "starting"
                                E1130 10:04:01.000001 1 run.go:72] "command failed" err="failed to run Kubelet: unknown CPU Manager Policy option: \\"x\\""
                                Scheduled restart job, restart counter is at 9.
                                """);
                    } else {
                        operator();
                    }
                }))
                .change(false);

        assertThat(ledger.phase()).isEqualTo(Phase.ROLLED_BACK);
        assertThat(ledger.node().getStatus().message())
                .isEqualTo("kubelet: failed to run Kubelet: unknown CPU Manager Policy option: \"x\"");
    }

    @Test
    void restoresWhereTheOperatorDecidesSo() {
        agent(playing(() -> {
                    if (ledger.phase() == Phase.APPLIED) {
                        ledger.enter(Phase.ROLLING_BACK);
                    } else {
                        operator();
                    }
                }))
                .change(false);
        assertThat(ledger.phase()).isEqualTo(Phase.ROLLED_BACK);
        assertThat(host.exists(DROP_IN)).isFalse();
        assertThat(systemd.running).containsEntry("kubelet.service", true);
    }

    /** The operator gave up in the moment in which the agent finished. */
    @Test
    void doesNotOverruleTheOperator() {
        systemd.onCall = () -> {
            if (systemd.calls.contains("start kubelet.service") && ledger.phase() == Phase.ROLLBACK_ARMED) {
                ledger.enter(Phase.ROLLING_BACK);
            }
        };
        ledger.enter(Phase.DRAINED);
        systemd.onStop = () -> {
            if (ledger.phase() == Phase.ROLLBACK_ARMED) {
                ledger.enter(Phase.ROLLING_BACK);
            }
        };
        agent(playing(this::operator)).change(false);
        assertThat(ledger.phases).doesNotContain(Phase.APPLIED);
        assertThat(ledger.phase()).isEqualTo(Phase.ROLLED_BACK);
        assertThat(host.exists(DROP_IN)).isFalse();
    }

    @Test
    void triesARestoreAgainThatFailed() {
        ledger.enter(Phase.DRAINED);
        agent(playing(() -> {})).change(true);
        ledger.enter(Phase.ROLLING_BACK);
        systemd.failing = "start numaresources-rollback.service";

        assertThatThrownBy(() -> agent(playing(() -> {})).change(true)).isInstanceOf(SystemdException.class);
        assertThat(ledger.node().getStatus().message()).contains("tried again", "job failed");
        assertThat(ledger.node().getStatus().step()).isNull();

        systemd.failing = "";
        agent(playing(() -> {})).change(true);
        assertThat(ledger.phase()).isEqualTo(Phase.ROLLING_BACK);
        assertThat(ledger.node().getStatus().step()).isEqualTo("Restored");
        assertThat(host.exists(DROP_IN)).isFalse();
    }

    /** A bus may break off while systemd reads its units anew. */
    @Test
    void connectsAgainWhereTheBusBreaksOff() {
        ledger.enter(Phase.DRAINED);
        agent(playing(() -> {})).change(true);
        ledger.enter(Phase.ROLLING_BACK);
        systemd.failing = "start numaresources-rollback.service";
        var tries = new int[1];
        agent(playing(() -> {
                    if (++tries[0] == 3) {
                        systemd.failing = "";
                    }
                    operator();
                }))
                .change(false);
        assertThat(ledger.phase()).isEqualTo(Phase.ROLLED_BACK);
        assertThat(host.exists(DROP_IN)).isFalse();
    }

    @Test
    void armsAnewWhereTheCountdownIsGone() {
        ledger.enter(Phase.DRAINED);
        agent(playing(() -> {})).change(true);
        ledger.enter(Phase.ROLLBACK_ARMED);
        systemd.stop(RollbackTimer.TIMER);
        systemd.calls.clear();

        agent(playing(() -> {})).change(true);

        assertThat(systemd.armed()).isTrue();
        assertThat(systemd.calls).startsWith("stop " + RollbackTimer.TIMER, "reload", "start " + RollbackTimer.TIMER);
        assertThat(ledger.phase()).isEqualTo(Phase.APPLIED);
    }

    @Test
    void bringsTheOriginalConfigurationBackForAnEmptyWish() {
        agent(playing(this::operator)).change(false);
        ledger.grant(spec(null, "original", NodeAction.APPLY));
        ledger.enter(Phase.DRAINED);
        configz = new Configz.Answer.Refused();
        agent(playing(this::operator)).change(false);
        assertThat(ledger.phase()).isEqualTo(Phase.UNCORDONED);
        assertThat(host.exists(DROP_IN)).isFalse();
        assertThat(ledger.node().getStatus().liveSource()).isEqualTo("Files");
        assertThat(ledger.node().getStatus().policy()).isEqualTo("none");
    }

    @Test
    void doesNothingWithoutAGrant() {
        ledger.grant(spec(Configurations.api(WANTED), WANTED.hash(), NodeAction.NONE));
        ledger.enter(Phase.DRAINED);
        agent(playing(() -> {})).change(true);
        ledger.grant(new NUMANodeSpec(
                "hpc",
                Configurations.api(WANTED),
                WANTED.hash(),
                null,
                null,
                NodeAction.APPLY,
                List.of(new UnknownValue("kubelet.cpuManagerPolicy", "dynamic"))));
        agent(playing(() -> {})).change(true);
        assertThat(ledger.phase()).isEqualTo(Phase.DRAINED);
        assertThat(systemd.calls).isEmpty();
        assertThat(host.exists("/var/lib/numaresources")).isFalse();
    }

    @Test
    void saysWhatItCannotReadAndChangesNothing() {
        ledger.grant(spec(Configurations.live(Map.of("cpuManagerReconcilePeriod", "soon")), "any", NodeAction.APPLY));
        ledger.enter(Phase.DRAINED);
        agent(playing(this::operator)).change(false);
        assertThat(ledger.phase()).isEqualTo(Phase.ROLLED_BACK);
        assertThat(ledger.node().getStatus().message()).contains("backing up", "soon");
        assertThat(systemd.calls).isEmpty();
    }

    @Test
    void endsWhereItsNodeIsNotManagedAnyMore() {
        ledger.delete();
        agent(playing(() -> {})).change(false);
        agent(playing(() -> {})).inspect(new Units(true, false, Map.of()));
        assertThat(systemd.calls).isEmpty();
    }

    @Test
    void inspectsWithoutTouchingAnything() {
        ledger.enter(Phase.PENDING);
        var state = new UnitState("active", "running", 3, "2026-11-30T10:00:00Z", true);
        agent(playing(() -> {})).inspect(new Units(true, true, Map.of("kubelet.service", state)));

        var status = ledger.node().getStatus();
        assertThat(ledger.phase()).isEqualTo(Phase.INSPECTED);
        assertThat(status.hardware().zones()).hasSize(2);
        assertThat(status.kubelet().version()).isEqualTo("v1.34.4");
        assertThat(status.kubelet().startedBy()).isEqualTo("kubeadm");
        assertThat(status.kubelet().restarts()).isEqualTo(3);
        assertThat(status.host().recentRestarts())
                .as("it started five minutes ago")
                .isEqualTo(3);
        assertThat(status.host().reloadPending()).isTrue();
        assertThat(status.host().rebootPending()).isTrue();
        assertThat(status.host().unitFailed()).isFalse();
        assertThat(status.host().clockSkewMillis()).isEqualTo(200);
        assertThat(status.host().writable()).isTrue();
        assertThat(status.host().freeBytes()).isPositive();
        assertThat(systemd.calls).isEmpty();
    }

    @Test
    void leavesThePhaseOfAConfiguredNodeThatIsInspectedAgain() {
        ledger.enter(Phase.CONFIGURED);
        configz = new Configz.Answer.Silent("connection refused");
        agent(playing(() -> {})).inspect(new Units(false, false, Map.of()));
        assertThat(ledger.phase()).isEqualTo(Phase.CONFIGURED);
        assertThat(ledger.node().getStatus().live()).isNull();
        assertThat(ledger.node().getStatus().host().systemBus()).isFalse();
    }
}
