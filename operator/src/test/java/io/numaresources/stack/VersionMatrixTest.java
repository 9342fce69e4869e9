package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.InformerMode;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.NodeGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class VersionMatrixTest {
    /** Arguments of the plugin and the image minor that decodes them first (scheduler-plugins, apis/config). */
    private static final Map<String, Integer> FIRST_IMAGE = Map.of(
            "scoringStrategy", 25,
            "cacheResyncPeriodSeconds", 25,
            "discardReservedNodes", 26,
            "cache.foreignPodsDetect", 26,
            "cache.resyncMethod", 26,
            "cache.informerMode", 28,
            "cache.resyncScope", 29);

    private static final VersionMatrix MATRIX = VersionMatrix.load();

    static Stream<VersionMatrix.Row> rows() {
        return MATRIX.rows().stream();
    }

    @Test
    void hasARowForEachSupportedMinor() {
        assertThat(MATRIX.rows())
                .extracting(VersionMatrix.Row::kubernetes)
                .containsExactly("1.29", "1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37");
    }

    @Test
    void readsAnotherMatrixOfTheSameForm() throws Exception {
        var shipped = Files.readString(Path.of("src/main/resources/version-matrix.yaml"));

        assertThat(VersionMatrix.parse(shipped)).isEqualTo(MATRIX);
        assertThat(VersionMatrix.parse(shipped.replace("v0.34.7", "v0.34.8")).references())
                .containsKey("RELATED_IMAGE_SCHEDULER_V0_34_8")
                .doesNotContainKey("RELATED_IMAGE_SCHEDULER_V0_34_7");
        assertThatThrownBy(() -> VersionMatrix.parse(shipped.substring(0, shipped.indexOf("rows:")) + "rows: []"))
                .hasMessageContaining("needs rows");
    }

    @ParameterizedTest
    @MethodSource("rows")
    void neverRunsASchedulerNewerThanTheServer(VersionMatrix.Row row) {
        assertThat(KubernetesVersion.parse(row.scheduler()).minor())
                .isLessThanOrEqualTo(row.version().minor());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void knowsOnlyArgumentsThatTheImageDecodes(VersionMatrix.Row row) {
        int image = KubernetesVersion.parse(row.scheduler()).minor();
        assertThat(row.pluginArgs()).allMatch(arg -> FIRST_IMAGE.getOrDefault(arg, Integer.MAX_VALUE) <= image);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void narrowsTheResyncScopeWhereTheAttributeWatcherBurnsACore(VersionMatrix.Row row) {
        assertThat(row.resyncScope()).as("scheduler-plugins PR #1000").isEqualTo("OnlyResources");
    }

    @ParameterizedTest
    @CsvSource({"1.28, 1.29", "1.29, 1.29", "1.34, 1.34", "1.37, 1.37", "1.99, 1.37", "2.0, 1.37"})
    void takesTheNearestRow(String server, String row) {
        assertThat(MATRIX.row(KubernetesVersion.parse(server)).kubernetes()).isEqualTo(row);
    }

    @ParameterizedTest
    @CsvSource({"1.28", "1.99"})
    void reportsAServerOutsideOfTheMatrix(String server) {
        assertThat(StackPlanner.plan(Inputs.simple(server)).findings())
                .extracting(Finding::code)
                .contains("KubernetesVersionUnsupported");
    }

    @ParameterizedTest
    @CsvSource({
        "1.33, 1.33, DEDICATED, false",
        "1.34, 1.35, SHARED, false",
        "1.33, 1.34, DEDICATED, true",
    })
    void choosesTheInformerByTheOldestKubelet(String oldest, String newest, InformerMode mode, boolean mixed) {
        // numaresources-operator #1932: the wrong mode stalls scheduling after a Job completes
        var groups = List.of(Inputs.group("old", Inputs.ALIGNED), Inputs.group("new", Inputs.ALIGNED));
        var input = new StackInput(
                Inputs.spec(groups, null, null),
                "numa-system",
                KubernetesVersion.parse(newest),
                List.of(Inputs.facts(groups.get(0), oldest, oldest), Inputs.facts(groups.get(1), newest, newest)),
                2,
                "");

        var stack = StackPlanner.plan(input);

        assertThat(stack.choice().informer()).isEqualTo(mode);
        assertThat(codes(stack).contains("MixedKubelets")).isEqualTo(mixed);
    }

    @ParameterizedTest
    @CsvSource({
        "registry.example.com/kube-scheduler:v0.34.7, 1.33, registry.k8s.io/scheduler-plugins/kube-scheduler:v0.33.5, SchedulerNewerThanServer",
        "registry.example.com/kube-scheduler:v0.28.9, 1.33, registry.k8s.io/scheduler-plugins/kube-scheduler:v0.33.5, SchedulerImageTooOld",
        "registry.example.com/kube-scheduler:v0.32.7, 1.33, registry.example.com/kube-scheduler:v0.32.7, ''",
        "localhost:5000/kube-scheduler, 1.33, localhost:5000/kube-scheduler, SchedulerImageVersionUnknown",
        "example.com/s@sha256:0000, 1.33, example.com/s@sha256:0000, SchedulerImageVersionUnknown",
    })
    void neverRunsAGivenSchedulerThatCanNotStart(String image, String server, String runs, String code) {
        var spec = Inputs.spec(List.of(Inputs.group("hpc", Inputs.ALIGNED)), null, Inputs.schedulerImage(image));

        var stack = StackPlanner.plan(Inputs.input(spec, server));

        assertThat(stack.choice().schedulerImage()).contains(runs);
        assertThat(codes(stack)).isEqualTo(code.isEmpty() ? Set.of() : Set.of(code));
    }

    @Test
    void namesAVariableForEveryImageThatARowCanChoose() {
        assertThat(MATRIX.references())
                .containsEntry(
                        "RELATED_IMAGE_SCHEDULER_V0_34_7", "registry.k8s.io/scheduler-plugins/kube-scheduler:v0.34.7")
                .containsEntry("RELATED_IMAGE_PAUSE_3_10", "registry.k8s.io/pause:3.10");
        assertThat(MATRIX.rows())
                .allSatisfy(row -> assertThat(MATRIX.references().values())
                        .anyMatch(image -> image.endsWith("/kube-scheduler:" + row.scheduler()))
                        .anyMatch(image -> image.endsWith("/node-feature-discovery:" + row.featureDiscovery()))
                        .anyMatch(image -> image.endsWith("/resource-topology-exporter:" + row.exporter())));
    }

    @Test
    void runsThePinnedImageUnlessTheSpecNamesAMirror() {
        var pinned = MATRIX.pinnedBy(Map.of("RELATED_IMAGE_SCHEDULER_V0_34_7", "mirror.example.com/s@sha256:0000"));

        var stack = StackPlanner.plan(Inputs.simple("1.34"), pinned);
        var older = StackPlanner.plan(Inputs.simple("1.33"), pinned);

        assertThat(stack.choice().schedulerImage()).contains("mirror.example.com/s@sha256:0000");
        assertThat(codes(stack)).doesNotContain("SchedulerImageVersionUnknown");
        assertThat(older.choice().schedulerImage())
                .contains("registry.k8s.io/scheduler-plugins/kube-scheduler:v0.33.5");
        assertThat(OperandImage.ofMatrix(pinned.images().get("scheduler"), "v0.34.7", "r.example.com")
                        .reference())
                .isEqualTo("r.example.com/scheduler-plugins/kube-scheduler:v0.34.7");
    }

    private static Set<String> codes(Stack stack) {
        return stack.findings().stream().map(Finding::code).collect(java.util.stream.Collectors.toSet());
    }

    @Test
    void warnsThatOldKubeletsHideDropInsFromFeatureDiscovery() {
        NodeGroup group = Inputs.group("hpc", new Kubelet(null, null, null, null, null, null));

        var stack = StackPlanner.plan(Inputs.input(Inputs.spec(List.of(group), null, null), "1.31"));

        assertThat(codes(stack)).containsExactly("DropInNotPublished");
    }
}
