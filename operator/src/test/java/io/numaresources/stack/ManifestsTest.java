package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One folder for each case: {@code in.yaml}, and one {@code out-<kind>-<name>.yaml} for each object. Written anew with {@code
 * -Dgolden.update=true}.
 */
class ManifestsTest {
    private static final Path CASES = Path.of("src/test/resources/manifests");

    /** A group's facts in a case. */
    record Facts(
            int nodes,
            int zones,
            @Nullable String oldestKubelet,
            @Nullable String newestKubelet,
            boolean frozen) {}

    /** A case. */
    record Case(
            String server,
            int schedulerHosts,
            @Nullable String schedulerRestart,
            Map<String, Facts> groups,
            NUMAResourcesOperatorSpec spec) {
        StackInput input() {
            var facts = spec.nodeGroups().stream()
                    .map(group -> {
                        var given = groups.get(group.name());
                        return new GroupFacts(
                                group,
                                given.nodes(),
                                given.zones(),
                                Optional.ofNullable(given.oldestKubelet()).map(KubernetesVersion::parse),
                                Optional.ofNullable(given.newestKubelet()).map(KubernetesVersion::parse),
                                given.frozen());
                    })
                    .toList();
            return new StackInput(
                    spec,
                    "numa-system",
                    KubernetesVersion.parse(server),
                    facts,
                    schedulerHosts,
                    schedulerRestart == null ? "" : schedulerRestart);
        }
    }

    static Stream<String> cases() throws IOException {
        try (var folders = Files.list(CASES)) {
            return folders.map(folder -> folder.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rendersWhatIsExpected(String name) throws IOException {
        var folder = CASES.resolve(name);
        var actual = render(Serialization.unmarshal(Files.readString(folder.resolve("in.yaml")), Case.class));
        if (Boolean.getBoolean("golden.update")) {
            for (Path old : expected(folder)) {
                Files.delete(old);
            }
            for (var file : actual.entrySet()) {
                Files.writeString(folder.resolve(file.getKey()), file.getValue());
            }
        }
        var expected = new TreeMap<String, String>();
        for (Path file : expected(folder)) {
            expected.put(file.getFileName().toString(), Files.readString(file));
        }
        assertThat(actual.keySet())
                .as("expected files that nothing renders, or objects without a file")
                .isEqualTo(expected.keySet());
        actual.forEach((file, text) -> assertThat(text).as(file).isEqualTo(expected.get(file)));
    }

    private static SortedMap<String, String> render(Case given) {
        var stack = StackPlanner.plan(given.input());
        var files = new TreeMap<String, String>();
        stack.objects().forEach(object -> files.put(fileName(object), Serialization.asYaml(object)));
        files.put(
                "out-findings.yaml",
                Serialization.asYaml(stack.findings().stream()
                        .map(finding -> new TreeMap<>(Map.of(
                                "code", finding.code(),
                                "severity", finding.severity().value(),
                                "group", finding.group() == null ? "" : finding.group(),
                                "message", finding.message())))
                        .toList()));
        return files;
    }

    private static String fileName(HasMetadata object) {
        return "out-%s-%s.yaml"
                .formatted(object.getKind().toLowerCase(), object.getMetadata().getName());
    }

    private static List<Path> expected(Path folder) throws IOException {
        var files = new ArrayList<Path>();
        try (var found = Files.newDirectoryStream(folder, "out-*.yaml")) {
            found.forEach(files::add);
        }
        return files;
    }
}
