package io.numaresources.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The committed bundle before OLM's own validators and the built-in tests of the scorecard. */
class BundleToolsIT {
    /** Warnings that stay, and why. */
    private static final Map<String, String> EXPLAINED = Map.of(
            "NUMANode: provided API should have an example annotation",
            "people don't create NUMANodes, the operator does",
            "CSV contains permissions to create CRD",
            "the operator installs the NodeResourceTopology CRD where nobody else did; in the bundle it would collide with another owner's");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "1.29", "1.37"})
    void validatorsFindNoErrorAndNoUnexplainedWarning(String kubernetes) {
        var result = kubernetes.isEmpty()
                ? Tool.run(Program.BUNDLECHECK, Map.of(), "bundle")
                : Tool.run(Program.BUNDLECHECK, Map.of(), "bundle", kubernetes);

        assertThat(result.lines())
                .allMatch(line -> line.startsWith("warning: ")
                        && EXPLAINED.keySet().stream().anyMatch(line::contains));
        assertThat(result.exit()).isZero();
    }

    @Test
    void validatorsFindWhatIsWrong() throws IOException {
        copy(Tool.root().resolve("bundle"), folder.resolve("bundle"));
        var csv = folder.resolve("bundle/manifests/numaresources-operator.clusterserviceversion.yaml");
        Files.writeString(csv, Files.readString(csv).replace("Basic Install", "Perfect Install"));
        Files.delete(folder.resolve("bundle/manifests/numaresources.io_numanodes.yaml"));
        var tests = folder.resolve("bundle/tests/scorecard/config.yaml");
        Files.writeString(tests, Files.readString(tests).replace("entrypoint:", "entryPoints:"));

        var result =
                Tool.run(Program.BUNDLECHECK, Map.of(), folder.resolve("bundle").toString());

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.output())
                .contains("Perfect Install")
                .contains("numanodes.numaresources.io")
                .contains("unknown field \"entryPoints\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "basic-check-spec",
                "olm-bundle-validation",
                "olm-crds-have-validation",
                "olm-crds-have-resources",
                "olm-spec-descriptors",
                "olm-status-descriptors"
            })
    void passesTheScorecard(String test) throws IOException {
        var results = scorecard(Tool.root().resolve("bundle"), test);

        assertThat(results).hasSize(1);
        assertThat(results.get(0).path("state").asText())
                .as(results.toPrettyString())
                .isEqualTo("pass");
    }

    @Test
    void theScorecardFindsAFieldWithoutADescriptor() throws IOException {
        copy(Tool.root().resolve("bundle"), folder.resolve("changed"));
        var csv = folder.resolve("changed/manifests/numaresources-operator.clusterserviceversion.yaml");
        Files.writeString(csv, Files.readString(csv).replace("path: nodeGroups\n", "path: groups\n"));

        var results = scorecard(folder.resolve("changed"), "olm-spec-descriptors");

        assertThat(results.get(0).path("state").asText()).isEqualTo("fail");
        assertThat(results.toString()).contains("nodeGroups does not have a spec descriptor");
    }

    /** The program reads /bundle, so it runs with another root, in a user namespace where this user isn't root. */
    private JsonNode scorecard(Path bundle, String test) throws IOException {
        var root = Files.createDirectories(folder.resolve("root"));
        Files.createDirectories(root.resolve("tmp"));
        copy(bundle, root.resolve("bundle"));
        Files.copy(
                Binaries.standard().get(Program.SCORECARD_TEST),
                root.resolve("scorecard-test"),
                StandardCopyOption.COPY_ATTRIBUTES);
        var command = new ArrayList<String>();
        if (!"root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "--map-root-user"));
        }
        command.addAll(List.of("chroot", root.toString(), "/scorecard-test", test));
        var result = Tool.run(command, Map.of());
        assertThat(result.exit()).as(result.output()).isZero();
        return Serialization.unmarshal(result.output(), JsonNode.class).path("results");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
