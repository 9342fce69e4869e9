package io.numaresources.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fabric8.kubernetes.api.model.Condition;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import io.numaresources.api.v1alpha1.RelatedObject;
import io.numaresources.api.v1alpha1.TopologiesStatus;
import io.numaresources.finding.FindingCode;
import io.numaresources.stack.StackLabels;
import io.numaresources.stack.UpgradeOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StatusFactoryTest {
    private final StatusFactory noon = new StatusFactory(Seen.at(Seen.NOON));
    private final StatusFactory later = new StatusFactory(Seen.at(Seen.NOON.plus(Duration.ofHours(1))));

    private static Seen well() {
        return new Seen().group("hpc", null, "a", "b");
    }

    @Test
    void equalObservationsGiveEqualStatusesWhateverTheTime() {
        var first = noon.status(null, well().observation());

        assertThat(later.status(first, well().observation())).isEqualTo(first);
    }

    @Test
    void countsGroupsAndNodes() {
        var status = noon.status(null, well().group("telco", null, "c").observation());

        assertThat(status.groupCount()).isEqualTo(2);
        assertThat(status.nodeCount()).isEqualTo(3);
        assertThat(status.observedGeneration()).isEqualTo(3);
        assertThat(status.updater().daemonSets())
                .extracting(set -> set.namespace() + "/" + set.name() + " " + set.ready() + "/" + set.desired())
                .containsExactly("numa-system/numa-updater-hpc 2/2", "numa-system/numa-updater-telco 1/1");
        assertThat(status.scheduler().ready()).isEqualTo(2);
    }

    @Test
    void namesTheImageThatAnOperandStillRunsWhileItWaits() {
        var scheduler = well().upgrade(
                        new UpgradeOrder(Optional.of(StackLabels.SCHEDULER), List.of("ks:v0.33.5"), "waits", true));
        var updater = well().upgrade(
                        new UpgradeOrder(Optional.of(StackLabels.UPDATER), List.of("nfd:v0.19.0"), "waits", true));

        assertThat(noon.status(null, scheduler.observation()).scheduler().image())
                .isEqualTo("ks:v0.33.5");
        assertThat(noon.status(null, scheduler.observation()).updater().image()).isEqualTo("registry/nfd:v0.18.3");
        assertThat(noon.status(null, updater.observation()).updater().image()).isEqualTo("nfd:v0.19.0");
        assertThat(noon.status(null, updater.observation()).scheduler().image())
                .isEqualTo("registry/kube-scheduler:v0.34.7");
    }

    @Test
    void saysNothingOfASchedulerThatIsOff() {
        assertThat(noon.status(null, well().noScheduler().observation()).scheduler())
                .isNull();
    }

    static Stream<Arguments> topologies() {
        return Stream.of(
                arguments("both", well(), new TopologiesStatus(2, 0, 2, 0, 0)),
                arguments("one is missing", well().noTopology("a"), new TopologiesStatus(1, 1, 1, 0, 0)),
                arguments(
                        "no zones",
                        well().topology("a", "restricted", "pod", 0, List.of("w")),
                        new TopologiesStatus(2, 0, 1, 1, 0)),
                arguments(
                        "no policy",
                        well().topology("a", "", "", 2, List.of("w")),
                        new TopologiesStatus(2, 0, 1, 1, 0)),
                arguments(
                        "two writers",
                        well().topology("a", "restricted", "pod", 2, List.of("v", "w")),
                        new TopologiesStatus(2, 0, 1, 0, 1)),
                arguments(
                        "of a node that left",
                        well().topology("gone", "restricted", "pod", 2, List.of("w")),
                        new TopologiesStatus(2, 0, 2, 1, 0)),
                arguments(
                        "a node in two groups counts for neither",
                        well().group("telco", null).node("c", true, "hpc", "telco"),
                        new TopologiesStatus(2, 0, 2, 0, 0)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("topologies")
    void countsTopologies(String name, Seen seen, TopologiesStatus expected) {
        assertThat(noon.status(null, seen.observation()).topologies()).isEqualTo(expected);
    }

    @Test
    void listsTheWorstFindingsFirstAndNoMoreThanFifty() {
        var seen = well();
        IntStream.range(0, 60)
                .forEach(i -> seen.finding(FindingCode.KUBELET_NOT_WRITTEN.finding("group-%02d".formatted(i), "x")));
        seen.finding(FindingCode.EMPTY_GROUP.finding("hpc", "x"));
        seen.finding(FindingCode.UNKNOWN_VALUE.finding("telco", "x"));
        seen.finding(FindingCode.UNKNOWN_VALUE.finding("hpc", "x"));

        var findings = noon.status(null, seen.observation()).findings();

        assertThat(findings).hasSize(50);
        assertThat(findings.subList(0, 4))
                .extracting(finding -> finding.code() + " " + finding.group())
                .containsExactly(
                        "UnknownValue hpc", "UnknownValue telco", "EmptyGroup hpc", "KubeletNotWritten group-00");
    }

    @Test
    void listsNoMoreThanAHundredRelatedObjects() {
        var objects = IntStream.range(0, 120)
                .mapToObj(i -> new RelatedObject("", "configmaps", "numa-system", "c" + i))
                .toList();

        assertThat(noon.status(null, well().related(objects).observation()).relatedObjects())
                .hasSize(100);
    }

    @Test
    void aFailedPassKeepsWhatWasKnown() {
        var before = noon.status(null, well().observation());

        var after = later.failed(before, 4, "the server said no");

        assertThat(after.nodeGroups()).isEqualTo(before.nodeGroups());
        assertThat(after.topologies()).isEqualTo(before.topologies());
        assertThat(after.observedGeneration()).isEqualTo(4);
        assertThat(condition(after, "Degraded").getStatus()).isEqualTo("True");
        assertThat(condition(after, "Degraded").getReason()).isEqualTo("ReconcileFailed");
        assertThat(condition(after, "Degraded").getMessage()).isEqualTo("the server said no");
        assertThat(condition(after, "Ready").getStatus()).isEqualTo("False");
        assertThat(condition(after, "Available")).isEqualTo(condition(before, "Available"));
        assertThat(after.conditions()).hasSize(5);
    }

    @Test
    void aSecondFailureDoesNotMoveTheTime() {
        var first = noon.failed(null, 4, "no");

        assertThat(later.failed(first, 4, "no")).isEqualTo(first);
    }

    @Test
    void aFindingWithASeverityOfANewerVersionCountsAsAnError() {
        assertThat(StatusFactory.serious(new Finding(null, "Novel", null, null, "x")))
                .isTrue();
        assertThat(StatusFactory.serious(FindingCode.EMPTY_GROUP.finding("x"))).isFalse();
    }

    private static Condition condition(NUMAResourcesOperatorStatus status, String type) {
        return status.conditions().stream()
                .filter(condition -> type.equals(condition.getType()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aDeletedResourceSaysWhatItWaitsFor() {
        var factory = new StatusFactory(Seen.at(Seen.NOON));
        var before = factory.status(null, new Seen().group("hpc", null, "a").observation());

        var status = factory.restoring(before, 4, "2 nodes get back what their kubelets ran before");

        assertThat(status.nodeGroups()).isEqualTo(before.nodeGroups());
        assertThat(status.conditions())
                .extracting(
                        condition -> condition.getType() + " " + condition.getStatus() + " " + condition.getReason())
                .containsExactlyInAnyOrder(
                        "Available True AsExpected",
                        "Degraded False AsExpected",
                        "Upgradeable True AsExpected",
                        "Progressing True Restoring",
                        "Ready False Restoring");
    }
}
