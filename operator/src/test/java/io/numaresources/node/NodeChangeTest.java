package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.numaresources.kubelet.DropIn;
import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.Machines;
import io.numaresources.kubelet.StateFile;
import io.numaresources.kubelet.Wishes;
import io.numaresources.rollout.Event;
import io.numaresources.rollout.NodeMachine;
import io.numaresources.rollout.Phase;
import io.numaresources.rollout.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeChangeTest {
    private static final String DROP_IN = "/etc/kubernetes/kubelet.conf.d/90-numaresources.conf";
    private static final String UNIT_DROP_IN = "/etc/systemd/system/kubelet.service.d/90-numaresources.conf";
    private static final String CPU_STATE = "/var/lib/kubelet/cpu_manager_state";
    private static final String MEMORY_STATE = "/var/lib/kubelet/memory_manager_state";

    @TempDir
    Path root;

    private Host host;
    private MadeUpSystemd systemd;
    private final List<Phase> persisted = new ArrayList<>();
    private static final DropIn NEW =
            DropIn.render(Wishes.plan(Wishes.aligned(), Machines.of(1, 2, 4, 1)), new KubeletVersion(1, 34), Set.of());
    private static final NodeChange.Request REQUEST = new NodeChange.Request(
            NEW.hash(), Optional.of(NEW), List.of(StateFile.CPU, StateFile.MEMORY), Duration.ofSeconds(150));

    @BeforeEach
    void aNodeOfKubeadm() {
        host = Trees.lay(root, "kubeadm");
        systemd = new MadeUpSystemd(host);
    }

    private Phase advance(Phase phase) {
        return change((entered, reason) -> persisted.add(entered)).advance(phase, () -> REQUEST);
    }

    private NodeChange change(NodeChange.Journal journal) {
        return new NodeChange(host, systemd, new KubeletReader(host).read(), journal);
    }

    private Map<String, String> files() {
        var files = new TreeMap<String, String>();
        for (String path : List.of(DROP_IN, UNIT_DROP_IN, CPU_STATE, MEMORY_STATE)) {
            host.text(path).ifPresent(text -> files.put(path, text));
        }
        return files;
    }

    @Test
    void backsUpArmsAndAppliesInThisOrder() {
        assertThat(advance(Phase.DRAINED)).isEqualTo(Phase.APPLIED);

        assertThat(persisted).containsExactly(Phase.BACKED_UP, Phase.ROLLBACK_ARMED, Phase.APPLIED);
        assertThat(systemd.calls)
                .containsExactly(
                        "stop numaresources-rollback.timer",
                        "reload",
                        "start numaresources-rollback.timer",
                        "stop kubelet.service",
                        "reload",
                        "start kubelet.service");
        assertThat(files())
                .containsOnlyKeys(DROP_IN, UNIT_DROP_IN)
                .containsEntry(DROP_IN, NEW.text().strip());
        assertThat(host.text("/var/lib/numaresources/change/state/cpu_manager_state"))
                .isPresent();
        assertThat(host.text("/etc/systemd/system/numaresources-rollback.timer").orElseThrow())
                .contains("OnActiveSec=150s");
    }

    @Test
    void restartsNothingForTheSameHash() {
        advance(Phase.DRAINED);
        systemd.calls.clear();
        assertThat(advance(Phase.DRAINED)).isEqualTo(Phase.APPLIED);
        assertThat(systemd.calls).doesNotContain("stop kubelet.service", "start kubelet.service");
    }

    @Test
    void disarmsOnceItIsVerified() {
        advance(Phase.DRAINED);
        assertThat(advance(Phase.VERIFIED)).isEqualTo(Phase.DISARMED);
        assertThat(systemd.armed()).isFalse();
        systemd.reset();
        assertThat(systemd.armed()).as("after a boot").isFalse();
        assertThat(host.exists("/etc/systemd/system/numaresources-rollback.service"))
                .isFalse();
    }

    @Test
    void isNotDisarmedInTheMiddleOfARestore() {
        advance(Phase.DRAINED);
        systemd.onStop = () -> Trees.write(host.path("/var/lib/numaresources/change/restoring"), "restoring");
        assertThat(advance(Phase.VERIFIED)).isEqualTo(Phase.ROLLING_BACK);
        assertThat(files()).isEmpty();
    }

    @Test
    void isRestoredByTheTimerWithoutAnybodysHelp() {
        advance(Phase.DRAINED);
        systemd.elapse();

        assertThat(files()).isEmpty();
        assertThat(systemd.running).containsEntry("kubelet.service", true);
        assertThat(systemd.calls)
                .endsWith(
                        "systemctl stop kubelet.service",
                        "systemctl daemon-reload",
                        "systemctl reset-failed kubelet.service",
                        "systemctl start kubelet.service");
        assertThat(advance(Phase.APPLIED)).isEqualTo(Phase.ROLLING_BACK);
    }

    /** An error of an earlier change must not be told as the reason of this one. */
    @Test
    void keepsWhatTheKubeletSaidSinceThisChangeBegan() throws IOException {
        var asked = host.path("/made-up/journalctl-asked");
        var journalctl = host.path("/made-up/bin/journalctl");
        Trees.write(journalctl, "#!/bin/sh\necho \"$@\" >" + asked + "\necho '\"command failed\" err=\"made up\"'\n");
        assertThat(journalctl.toFile().setExecutable(true)).isTrue();
        advance(Phase.DRAINED);
        var begun = Files.getLastModifiedTime(host.path("/var/lib/numaresources/change/begun"))
                .toMillis();
        systemd.elapse();

        assertThat(Files.readString(asked))
                .startsWith("--unit kubelet.service --since @" + begun / 1000 + " --lines 200");
        assertThat(KubeletComplaint.find(host)).hasValue("kubelet: made up");
    }

    @Test
    void countsDownAgainAfterAReset() {
        advance(Phase.DRAINED);
        systemd.reset();
        assertThat(systemd.armed()).isTrue();
        systemd.elapse();
        assertThat(files()).isEmpty();
        systemd.reset();
        assertThat(systemd.armed()).as("after the restore").isFalse();
    }

    @Test
    void leavesTheKubeletAloneWhenTheTimerFiresBeforeAnythingWasApplied() {
        assertThatThrownBy(() -> change((phase, reason) -> {
                            persisted.add(phase);
                            if (phase == Phase.ROLLBACK_ARMED) {
                                throw new MadeUpSystemd.Crash();
                            }
                        })
                        .advance(Phase.DRAINED, () -> REQUEST))
                .isInstanceOf(MadeUpSystemd.Crash.class);
        systemd.elapse();

        assertThat(files()).containsOnlyKeys(CPU_STATE, MEMORY_STATE);
        assertThat(systemd.calls).endsWith("start numaresources-rollback.timer", "systemctl daemon-reload");
        assertThat(advance(Phase.ROLLBACK_ARMED)).isEqualTo(Phase.ROLLING_BACK);
    }

    /** The drop-in is deleted by hand, and the same configuration is granted again. */
    @Test
    void appliesAgainWhatSomebodyRemoved() {
        advance(Phase.DRAINED);
        advance(Phase.VERIFIED);
        DurableFile.remove(host.path(DROP_IN));
        assertThat(advance(Phase.DRAINED)).isEqualTo(Phase.APPLIED);
        assertThat(host.text(DROP_IN)).hasValue(NEW.text().strip());
        systemd.elapse();
        assertThat(files()).as("the backup is still that of the original").isEmpty();
    }

    @Test
    void removesEverythingOfOursForTheOriginalConfiguration() {
        advance(Phase.DRAINED);
        advance(Phase.VERIFIED);
        var change = change((phase, reason) -> persisted.add(phase));
        assertThat(change.advance(Phase.DRAINED, () -> request(Optional.empty())))
                .isEqualTo(Phase.APPLIED);
        assertThat(files()).isEmpty();
        systemd.elapse();
        assertThat(files()).as("the timer brings it back").containsOnlyKeys(DROP_IN, UNIT_DROP_IN);
    }

    private static NodeChange.Request request(Optional<DropIn> dropIn) {
        return new NodeChange.Request(
                dropIn.map(DropIn::hash).orElse("original"), dropIn, List.of(), Duration.ofSeconds(150));
    }

    @Test
    void rollsBackWhereSystemdRefuses() {
        systemd.failing = "start kubelet.service";
        assertThat(advance(Phase.DRAINED)).isEqualTo(Phase.ROLLING_BACK);
        assertThat(files()).isEmpty();
        assertThat(systemd.running).containsEntry("kubelet.service", true);
        assertThat(systemd.armed()).isFalse();
    }

    @Test
    void putsBackWhatWasThereBefore() {
        Trees.write(host.path(DROP_IN), "former");
        Trees.write(host.path(UNIT_DROP_IN), "former unit");
        advance(Phase.DRAINED);
        assertThat(advance(Phase.ROLLING_BACK)).isEqualTo(Phase.ROLLING_BACK);
        assertThat(files()).isEqualTo(Map.of(DROP_IN, "former", UNIT_DROP_IN, "former unit"));
    }

    /** Seen with a real systemd: the script has removed the files of its unit and is about to start the kubelet. */
    @Test
    void awaitsARestoreThatTheTimerHasStarted() {
        advance(Phase.DRAINED);
        Trees.write(host.path("/var/lib/numaresources/change/restoring"), "restoring");
        systemd.running.put(RollbackTimer.SERVICE, true);
        systemd.failing = "start " + RollbackTimer.SERVICE;
        systemd.calls.clear();

        assertThat(advance(Phase.APPLIED)).isEqualTo(Phase.ROLLING_BACK);
        assertThat(systemd.calls).isEmpty();
        assertThat(change((phase, reason) -> {}).restored()).isFalse();
    }

    @Test
    void rollsBackOnceOnly() {
        advance(Phase.DRAINED);
        advance(Phase.ROLLING_BACK);
        systemd.calls.clear();
        advance(Phase.ROLLING_BACK);
        assertThat(systemd.calls).isEmpty();
    }

    @Test
    void backsUpAnewForTheNextChange() {
        advance(Phase.DRAINED);
        advance(Phase.VERIFIED);
        var other =
                DropIn.render(Wishes.plan(Wishes.none(), Machines.of(1, 2, 4, 1)), new KubeletVersion(1, 34), Set.of());
        change((phase, reason) -> {}).advance(Phase.DRAINED, () -> request(Optional.of(other)));
        assertThat(host.text(DROP_IN)).hasValue(other.text().strip());

        systemd.elapse();
        assertThat(host.text(DROP_IN)).hasValue(NEW.text().strip());
    }

    @Test
    void leavesNoFileBehindThatTheKubeletWouldRead() throws IOException {
        advance(Phase.DRAINED);
        try (var files = Files.list(host.path("/etc/kubernetes/kubelet.conf.d"))) {
            assertThat(files)
                    .extracting(file -> file.getFileName().toString())
                    .containsExactly("90-numaresources.conf");
        }
    }

    /** The agent dies at each call of systemd; another one goes on from the phase that was persisted last. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void resumesAfterACrash(int call) {
        systemd.crashAt = call;
        assertThatThrownBy(() -> advance(Phase.DRAINED)).isInstanceOf(MadeUpSystemd.Crash.class);
        systemd.crashAt = Integer.MAX_VALUE;

        assertThat(advance(persisted.isEmpty() ? Phase.DRAINED : persisted.getLast()))
                .isEqualTo(Phase.APPLIED);
        assertThat(files()).containsOnlyKeys(DROP_IN, UNIT_DROP_IN);
        assertThat(systemd.armed()).isTrue();
        assertThat(systemd.running).containsEntry("kubelet.service", true);

        systemd.elapse();
        assertThat(files()).as("the backup is of the former files").isEmpty();
    }

    /** The agent dies and nobody comes: the timer ends it. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void isRestoredAfterACrashThatNobodyNotices(int call) {
        systemd.crashAt = call;
        assertThatThrownBy(() -> advance(Phase.DRAINED)).isInstanceOf(MadeUpSystemd.Crash.class);
        systemd.crashAt = Integer.MAX_VALUE;
        systemd.elapse();

        assertThat(host.exists(DROP_IN)).isFalse();
        assertThat(host.exists(UNIT_DROP_IN)).isFalse();
        assertThat(systemd.running).containsEntry("kubelet.service", true);
        assertThat(advance(persisted.getLast())).isEqualTo(Phase.ROLLING_BACK);
    }

    @Test
    void doesNothingThatIsTheOperatorsTurn() {
        for (Phase phase : Phase.values()) {
            if (phase.next().map(Step::actor).orElse(Step.Actor.OPERATOR) == Step.Actor.OPERATOR) {
                assertThat(advance(phase)).isEqualTo(phase);
            }
        }
        assertThat(systemd.calls).isEmpty();
        assertThat(NodeMachine.next(Phase.ROLLING_BACK, new Event.StillBroken()))
                .isEqualTo(Phase.BROKEN);
    }
}
