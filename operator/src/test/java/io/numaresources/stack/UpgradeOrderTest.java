package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Three nodes, two scheduler pods; what runs against what is wanted. */
class UpgradeOrderTest {
    private static final Map<String, Integer> THREE = Map.of("hpc", 3);

    @Test
    void nothingWaitsForAFirstInstallation() {
        var order = order(List.of(updater("nfd:v0.19.0"), scheduler("ks:v0.34.7")), List.of());

        assertThat(order).isEqualTo(UpgradeOrder.NONE);
    }

    @Test
    void nothingWaitsWhereNoImageChanges() {
        var order = order(
                List.of(updater("nfd:v0.19.0"), scheduler("ks:v0.34.7")),
                List.of(rolled(updater("nfd:v0.19.0"), 3, 3), rolled(scheduler("ks:v0.34.7"), 2, 2)));

        assertThat(order).isEqualTo(UpgradeOrder.NONE);
    }

    @Test
    void upwardsTheSchedulerWaitsForTheUpdaters() {
        var order = order(
                List.of(updater("nfd:v0.19.0"), scheduler("ks:v0.34.7")),
                List.of(rolled(updater("nfd:v0.18.3"), 3, 3), rolled(scheduler("ks:v0.33.5"), 2, 2)));

        assertThat(order.waiting()).contains(StackLabels.SCHEDULER);
        assertThat(order.inForce(StackLabels.SCHEDULER)).contains(List.of("ks:v0.33.5"));
        assertThat(order.inForce(StackLabels.UPDATER)).isEmpty();
        assertThat(order.reason())
                .isEqualTo("scheduler: ks:v0.33.5 until the updaters run nfd:v0.19.0 (group hpc: 3 of 3 nodes)");
        assertThat(order.underWay()).isTrue();
    }

    @Test
    void theSchedulerWaitsUntilUpdatersRunOnAllReadyNodes() {
        var halfway = order(
                List.of(updater("nfd:v0.19.0"), scheduler("ks:v0.34.7")),
                List.of(rolled(updater("nfd:v0.19.0"), 2, 3), rolled(scheduler("ks:v0.33.5"), 2, 2)));
        var done = order(
                List.of(updater("nfd:v0.19.0"), scheduler("ks:v0.34.7")),
                List.of(rolled(updater("nfd:v0.19.0"), 3, 3), rolled(scheduler("ks:v0.33.5"), 2, 2)));

        assertThat(halfway.waiting()).contains(StackLabels.SCHEDULER);
        assertThat(halfway.reason()).endsWith("(group hpc: 2 of 3 nodes)");
        assertThat(done.waiting()).isEmpty();
        assertThat(done.underWay()).isTrue();
    }

    @Test
    void aWriteThatTheDaemonSetControllerHasNotSeenIsNotDone() {
        var written = rolled(updater("nfd:v0.19.0"), 3, 3);
        written.getMetadata().setGeneration(7L);

        var order = order(
                List.of(updater("nfd:v0.19.0"), scheduler("ks:v0.34.7")),
                List.of(written, rolled(scheduler("ks:v0.33.5"), 2, 2)));

        assertThat(order.waiting()).contains(StackLabels.SCHEDULER);
    }

    /** A group of one node, whose pod is of the newest revision and doesn't start. */
    @Test
    void updatersThatDoNotStartHoldTheSchedulerBack() {
        var order = UpgradeOrder.of(
                List.of(updater("nfd:v0.19.0"), scheduler("ks:v0.34.7")),
                finder(List.of(rolled(updater("nfd:v0.19.0"), 1, 0), rolled(scheduler("ks:v0.33.5"), 2, 2))),
                Map.of("hpc", 1));

        assertThat(order.waiting()).contains(StackLabels.SCHEDULER);
    }

    @Test
    void nodesThatAreNotReadyHoldNothingUp() {
        var actual = List.<HasMetadata>of(rolled(updater("nfd:v0.19.0"), 2, 2), rolled(scheduler("ks:v0.33.5"), 2, 2));
        var desired = List.<HasMetadata>of(updater("nfd:v0.19.0"), scheduler("ks:v0.34.7"));

        assertThat(UpgradeOrder.of(desired, finder(actual), Map.of("hpc", 2)).waiting())
                .isEmpty();
        assertThat(UpgradeOrder.of(desired, finder(actual), Map.of()).waiting()).isEmpty();
    }

    @Test
    void aPodOfTheFormerImageOnANodeThatIsNotReadyIsNotAnUpgradeUnderWay() {
        var actual = List.<HasMetadata>of(rolled(updater("nfd:v0.19.0"), 2, 2), rolled(scheduler("ks:v0.34.7"), 2, 2));
        var desired = List.<HasMetadata>of(updater("nfd:v0.19.0"), scheduler("ks:v0.34.7"));

        assertThat(UpgradeOrder.of(desired, finder(actual), Map.of("hpc", 2)).underWay())
                .isFalse();
        assertThat(UpgradeOrder.of(desired, finder(actual), THREE).underWay()).isTrue();
    }

    @Test
    void downwardsTheUpdatersWaitForTheScheduler() {
        var first = order(
                List.of(updater("nfd:v0.18.3"), scheduler("ks:v0.34.6")),
                List.of(rolled(updater("nfd:v0.19.0"), 3, 3), rolled(scheduler("ks:v0.34.7"), 2, 2)));
        var rolling = order(
                List.of(updater("nfd:v0.18.3"), scheduler("ks:v0.34.6")),
                List.of(rolled(updater("nfd:v0.19.0"), 3, 3), rolled(scheduler("ks:v0.34.6"), 1, 2)));
        var done = order(
                List.of(updater("nfd:v0.18.3"), scheduler("ks:v0.34.6")),
                List.of(rolled(updater("nfd:v0.19.0"), 3, 3), rolled(scheduler("ks:v0.34.6"), 2, 2)));

        assertThat(first.waiting()).contains(StackLabels.UPDATER);
        assertThat(rolling.waiting()).contains(StackLabels.UPDATER);
        assertThat(rolling.reason())
                .isEqualTo("updaters: nfd:v0.19.0 until the scheduler runs ks:v0.34.6 (1 of 2 pods)");
        assertThat(done.waiting()).isEmpty();
    }

    @Test
    void anImageThatTellsNoVersionCountsAsNewer() {
        var order = order(
                List.of(updater("nfd@sha256:aa"), scheduler("ks@sha256:bb")),
                List.of(rolled(updater("nfd:v0.19.0"), 3, 3), rolled(scheduler("ks:v0.34.7"), 2, 2)));

        assertThat(order.waiting()).contains(StackLabels.SCHEDULER);
    }

    @Test
    void oneImageAloneWaitsForNothing() {
        var onlyScheduler = order(
                List.of(updater("nfd:v0.19.0"), scheduler("ks:v0.34.7")),
                List.of(rolled(updater("nfd:v0.19.0"), 3, 3), rolled(scheduler("ks:v0.33.5"), 2, 2)));
        var onlyUpdater = order(
                List.of(updater("nfd:v0.19.0"), scheduler("ks:v0.34.7")),
                List.of(rolled(updater("nfd:v0.18.3"), 3, 3), rolled(scheduler("ks:v0.34.7"), 2, 2)));
        var noScheduler = order(List.of(updater("nfd:v0.19.0")), List.of(rolled(updater("nfd:v0.18.3"), 3, 3)));

        assertThat(List.of(onlyScheduler, onlyUpdater, noScheduler)).allSatisfy(order -> {
            assertThat(order.waiting()).isEmpty();
            assertThat(order.underWay()).isTrue();
        });
    }

    private static UpgradeOrder order(List<HasMetadata> desired, List<HasMetadata> actual) {
        return UpgradeOrder.of(desired, finder(actual), THREE);
    }

    private static java.util.function.Function<HasMetadata, Optional<HasMetadata>> finder(List<HasMetadata> actual) {
        var byKind = new HashMap<String, HasMetadata>();
        actual.forEach(object -> byKind.put(object.getKind(), object));
        return wanted -> Optional.ofNullable(byKind.get(wanted.getKind()));
    }

    private static DaemonSet updater(String image) {
        return new DaemonSetBuilder()
                .withNewMetadata()
                .withName("numa-updater-hpc")
                .addToLabels(StackLabels.GROUP, "hpc")
                .withGeneration(2L)
                .endMetadata()
                .withNewSpec()
                .withNewTemplate()
                .withNewSpec()
                .addNewContainer()
                .withImage(image)
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static Deployment scheduler(String image) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName("numa-scheduler")
                .withGeneration(2L)
                .endMetadata()
                .withNewSpec()
                .withReplicas(2)
                .withNewTemplate()
                .withNewSpec()
                .addNewContainer()
                .withImage(image)
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /** Of three pods so many are of the newest revision, so many ready. */
    private static DaemonSet rolled(DaemonSet set, int updated, int ready) {
        return new DaemonSetBuilder(set)
                .withNewStatus()
                .withObservedGeneration(2L)
                .withDesiredNumberScheduled(3)
                .withCurrentNumberScheduled(3)
                .withUpdatedNumberScheduled(updated)
                .withNumberReady(ready)
                .endStatus()
                .build();
    }

    /** Of so many pods so many are of the newest revision. */
    private static Deployment rolled(Deployment deployment, int updated, int all) {
        return new DeploymentBuilder(deployment)
                .withNewStatus()
                .withObservedGeneration(2L)
                .withReplicas(all)
                .withUpdatedReplicas(updated)
                .withAvailableReplicas(all)
                .endStatus()
                .build();
    }
}
