package io.numaresources.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.numaresources.stack.VersionMatrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that need no cluster. */
class OfflineCommandsTest {
    private static final String MINIMAL = "../config/samples/numaresources_v1alpha1_minimal.yaml";
    private static final String FULL = "../config/samples/numaresources_v1alpha1_full.yaml";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {MINIMAL, FULL})
    void rendersTheSameEveryTimeAsObjectsThatCanBeApplied(String sample) throws Exception {
        var first = Command.run("render", "-f", sample, "--server-version", "v1.34.2");
        var second = Command.run("render", "-f", sample, "--server-version", "1.34");

        assertThat(first.exit()).isZero();
        assertThat(second.out()).isEqualTo(first.out());
        var objects = Subjects.objects(Files.writeString(folder.resolve("objects.yaml"), first.out()));
        assertThat(objects)
                .extracting(HasMetadata::getKind)
                .startsWith("CustomResourceDefinition")
                .contains("Deployment", "DaemonSet", "ClusterRole");
        assertThat(objects)
                .extracting(
                        object -> object.getKind() + "/" + object.getMetadata().getNamespace() + "/"
                                + object.getMetadata().getName())
                .doesNotHaveDuplicates();
    }

    @Test
    void rendersWhatFitsTheVersion() {
        var matrix = VersionMatrix.load();
        for (var row : matrix.rows()) {
            assertThat(Command.run("render", "-f", MINIMAL, "--server-version", row.kubernetes())
                            .out())
                    .contains("kube-scheduler:" + row.scheduler());
        }
    }

    @Test
    void tellsOnStandardErrorWhatCanNotBeServed() {
        var command = Command.run("render", "-f", MINIMAL, "--server-version", "1.20");

        assertThat(command.exit()).isZero();
        assertThat(command.err()).startsWith("Warning KubernetesVersionUnsupported: ");
    }

    @Test
    void rendersJsonAsAList() throws Exception {
        var tree = Codec.JSON.readTree(Command.run("render", "-f", MINIMAL, "--server-version", "1.34", "-o", "json")
                .out());

        assertThat(tree.path("kind").asText()).isEqualTo("List");
        assertThat(tree.path("items").size()).isGreaterThan(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"render -f x --server-version 1.34 -o wide", "migrate -f x -o text"})
    void manifestsHaveNoFormatForPeople(String line) {
        var command = Command.run(line.split(" "));

        assertThat(command.exit()).isEqualTo(2);
        assertThat(command.err()).startsWith("--output is not possible here: use yaml or json");
    }

    @Test
    void migratesTheResourcesOfTheOperatorThatOpenShiftShips() throws Exception {
        var file = Files.writeString(folder.resolve("peer.yaml"), """
                apiVersion: nodetopology.openshift.io/v1
                kind: NUMAResourcesOperator
                metadata: {name: numaresourcesoperator}
                spec: {nodeGroups: [{poolName: numa}]}
                ---
                apiVersion: nodetopology.openshift.io/v1
                kind: NUMAResourcesScheduler
                metadata: {name: numaresourcesscheduler}
                spec: {imageSpec: registry.example.com/scheduler@sha256:abc, schedulerName: numa}
                """).toString();

        var command = Command.run("migrate", "-f", file);

        assertThat(command.exit()).isZero();
        assertThat(command.err()).contains("note: the scheduler image registry.example.com/scheduler@sha256:abc");
        var migrated = Files.writeString(folder.resolve("ours.yaml"), command.out());
        assertThat(RenderCommand.resource(migrated).getSpec().nodeGroups())
                .singleElement()
                .satisfies(group -> assertThat(group.machineConfigPool()).isEqualTo("numa"));
        assertThat(Command.run("migrate", "-f", migrated.toString()).err()).contains("nothing has to be migrated");
    }

    @Test
    void listsEveryImageOfEveryVersion() throws Exception {
        var matrix = VersionMatrix.load();
        var images = Codec.JSON.readValue(
                Command.run("images", "-o", "json").out(), new TypeReference<Map<String, Map<String, String>>>() {});

        assertThat(images.keySet())
                .containsExactlyElementsOf(matrix.rows().stream()
                        .map(VersionMatrix.Row::kubernetes)
                        .toList());
        assertThat(images.values().stream().flatMap(of -> of.values().stream()).distinct())
                .containsExactlyInAnyOrderElementsOf(matrix.references().values());
    }

    @Test
    void listsPairsForMirroring() {
        var pairs = Command.run("images", "--server-version", "1.34", "--to", "registry.example.com/mirror")
                .out()
                .lines()
                .toList();

        assertThat(pairs).hasSize(4).allSatisfy(pair -> {
            var parts = pair.split(" ");
            assertThat(parts[1]).startsWith("registry.example.com/mirror/");
            assertThat(parts[1].substring(parts[1].lastIndexOf(':')))
                    .isEqualTo(parts[0].substring(parts[0].lastIndexOf(':')));
        });
    }

    @Test
    void refusesAVersionThatHasNoImages() {
        assertThat(Command.run("images", "--server-version", "1.20").err())
                .startsWith("error: --server-version 1.20 is not in the version matrix: use ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void completionKnowsEveryCommand(String shell) {
        var script = Command.run("completion", shell);

        assertThat(script.exit()).isZero();
        assertThat(script.out()).contains("kubectl-numa");
        assertThat(MainTest.commands())
                .allSatisfy(name -> assertThat(script.out()).contains(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void completionIsReadByItsShell(String shell) throws Exception {
        assumeThat(List.of("/bin/", "/usr/bin/").stream().anyMatch(path -> Files.isExecutable(Path.of(path + shell))))
                .as(shell + " is installed")
                .isTrue();
        var file = Files.writeString(
                folder.resolve("completion"), Command.run("completion", shell).out());
        var process = new ProcessBuilder(shell, "-n", file.toString())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(process.waitFor()).isZero();
    }
}
