package io.numaresources.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.numaresources.api.v1alpha1.ConditionType;
import io.numaresources.finding.FindingCode;
import io.numaresources.stack.StackLabels;
import io.numaresources.stack.UpgradeOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row: what was seen, and the five conditions as {@code <True or False> <reason>}. */
class VerdictsTest {

    private static Seen well() {
        return new Seen().group("hpc", null, "a", "b");
    }

    private static Observation.Workload scheduler(boolean current, int desired, int ready) {
        return new Observation.Workload("numa-scheduler", current, desired, ready);
    }

    static Stream<Arguments> conditions() {
        return Stream.of(
                row("all is well", well(), "True", "False AsExpected", "False AsExpected", "True AsExpected"),
                row(
                        "without scheduler",
                        well().noScheduler(),
                        "True",
                        "False AsExpected",
                        "False AsExpected",
                        "True AsExpected"),
                row(
                        "no scheduler yet",
                        well().scheduler(null),
                        "False SchedulerNotReady",
                        "True Converging",
                        "False AsExpected",
                        "False Converging"),
                row(
                        "one of two schedulers",
                        well().scheduler(scheduler(true, 2, 1)),
                        "True",
                        "True Converging",
                        "False AsExpected",
                        "False Converging"),
                row(
                        "scheduler is updated",
                        well().scheduler(scheduler(false, 2, 2)),
                        "True",
                        "True Converging",
                        "False AsExpected",
                        "False Converging"),
                // scheduler-plugins #967: until then it lets pods onto nodes whose topology it doesn't know
                row(
                        "scheduler doesn't know a topology yet",
                        well().restartDue(),
                        "True",
                        "True Converging",
                        "False AsExpected",
                        "False Converging"),
                row(
                        "no updater is ready",
                        well().updater("hpc", true, 2, 0),
                        "False UpdaterNotReady",
                        "True Converging",
                        "False AsExpected",
                        "False Converging"),
                row(
                        "a node is not published",
                        well().noTopology("a"),
                        "True",
                        "True Converging",
                        "False AsExpected",
                        "False Converging"),
                row(
                        "an empty group",
                        well().group("telco", null),
                        "True",
                        "False AsExpected",
                        "False AsExpected",
                        "True AsExpected"),
                row(
                        "a warning",
                        well().finding(FindingCode.EMPTY_GROUP.finding("x")),
                        "True",
                        "False AsExpected",
                        "False AsExpected",
                        "True AsExpected"),
                row(
                        "an error",
                        well().finding(FindingCode.SCHEDULER_IMAGE_TOO_OLD.finding("x")),
                        "True",
                        "False AsExpected",
                        "True SchedulerImageTooOld",
                        "False SchedulerImageTooOld"),
                row(
                        "overlapping groups",
                        well().group("telco", null, "d").node("c", true, "hpc", "telco"),
                        "True",
                        "False AsExpected",
                        "True OverlappingGroups",
                        "False OverlappingGroups"),
                row("paused", well().paused(), "True", "False Paused", "False AsExpected", "True AsExpected"),
                row(
                        "a value of a newer version outside of the groups",
                        well().pending("update ConfigMap numa-scheduler")
                                .finding(FindingCode.UNKNOWN_VALUE.finding("x")),
                        "True",
                        "False UnknownValue",
                        "True UnknownValue",
                        "False UnknownValue"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("conditions")
    void judges(String name, Seen seen, String available, String progressing, String degraded, String ready) {
        var verdicts = verdicts(seen);

        assertThat(text(verdicts, ConditionType.AVAILABLE)).startsWith(available);
        assertThat(text(verdicts, ConditionType.PROGRESSING)).isEqualTo(progressing);
        assertThat(text(verdicts, ConditionType.DEGRADED)).isEqualTo(degraded);
        assertThat(text(verdicts, ConditionType.READY)).isEqualTo(ready);
        assertThat(text(verdicts, ConditionType.UPGRADEABLE))
                .isEqualTo(degraded.startsWith("True") ? degraded.replace("True", "False") : "True AsExpected");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("conditions")
    void givesEveryConditionOnceWithAMessage(String name, Seen seen) {
        var verdicts = verdicts(seen);

        assertThat(verdicts).extracting(Verdict::type).containsExactlyInAnyOrder(ConditionType.values());
        assertThat(verdicts).allSatisfy(verdict -> {
            assertThat(verdict.message()).isNotBlank();
            assertThat(verdict.reason()).matches("[A-Z][A-Za-z]+");
        });
    }

    @Test
    void saysWhichOperandWaitsForWhichWhileImagesChange() {
        var seen = well().upgrade(new UpgradeOrder(
                Optional.of(StackLabels.SCHEDULER), List.of("a:1"), "scheduler: a:1 until b:2", true));

        assertThat(text(verdicts(seen), ConditionType.PROGRESSING)).isEqualTo("True Upgrading");
        assertThat(message(seen, ConditionType.PROGRESSING)).isEqualTo("scheduler: a:1 until b:2");
        assertThat(text(verdicts(seen), ConditionType.UPGRADEABLE)).isEqualTo("False Upgrading");
        assertThat(text(verdicts(seen), ConditionType.READY)).isEqualTo("False Upgrading");
        assertThat(text(verdicts(seen), ConditionType.AVAILABLE)).isEqualTo("True AsExpected");
    }

    @Test
    void isNotUpgradeableWhilePodsOfTheFormerRevisionRun() {
        var seen = well().updater("hpc", false, 2, 2).upgrade(new UpgradeOrder(Optional.empty(), List.of(), "", true));

        assertThat(text(verdicts(seen), ConditionType.PROGRESSING)).isEqualTo("True Upgrading");
        assertThat(text(verdicts(seen), ConditionType.UPGRADEABLE)).isEqualTo("False Upgrading");
    }

    /** In the pass between the updaters' last pod and the scheduler's first, every workload has settled. */
    @Test
    void isNotReadyWhileAnImageIsStillToChange() {
        var seen = well().upgrade(new UpgradeOrder(Optional.empty(), List.of(), "", true));

        assertThat(text(verdicts(seen), ConditionType.PROGRESSING)).isEqualTo("True Upgrading");
        assertThat(text(verdicts(seen), ConditionType.READY)).isEqualTo("False Upgrading");
    }

    @Test
    void saysWhatAPausedResourceDidNotWrite() {
        assertThat(message(well().paused("create Deployment numa-scheduler"), ConditionType.PROGRESSING))
                .isEqualTo("spec.paused is true, not written: create Deployment numa-scheduler");
    }

    @Test
    void saysEverythingThatIsAwaited() {
        var seen = well().scheduler(scheduler(true, 2, 1))
                .updater("hpc", true, 2, 1)
                .noTopology("a");

        assertThat(message(seen, ConditionType.PROGRESSING))
                .isEqualTo("group hpc: 1 of 2 updater pods are ready; scheduler: 1 of 2 pods are ready;"
                        + " NodeResourceTopology: 1 of 2 nodes have published one");
    }

    @Test
    void namesTheNodesAndGroupsThatOverlap() {
        var seen = well().group("telco", null, "d").node("c", true, "hpc", "telco");

        assertThat(message(seen, ConditionType.DEGRADED)).startsWith("c is in groups hpc and telco;");
    }

    private static Arguments row(
            String name, Seen seen, String available, String progressing, String degraded, String ready) {
        return arguments(name, seen, available, progressing, degraded, ready);
    }

    private static List<Verdict> verdicts(Seen seen) {
        var observation = seen.observation();
        var status = new StatusFactory(Seen.at(Seen.NOON)).status(null, observation);
        return Verdicts.of(observation, status.nodeGroups(), status.topologies(), status.findings());
    }

    private static Verdict of(List<Verdict> verdicts, ConditionType type) {
        return verdicts.stream()
                .filter(verdict -> verdict.type() == type)
                .findFirst()
                .orElseThrow();
    }

    private static String text(List<Verdict> verdicts, ConditionType type) {
        var verdict = of(verdicts, type);
        return (verdict.holds() ? "True " : "False ") + verdict.reason();
    }

    private static String message(Seen seen, ConditionType type) {
        return of(verdicts(seen), type).message();
    }
}
