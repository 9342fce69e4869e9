package io.numaresources.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the application consists of, by the CycloneDX document that the operator's module writes when it is packaged. */
class BillOfMaterialsTest {
    private static final Path OPERATOR = Path.of("../operator/target");

    /** By their SPDX identifiers, or their names where they have none. Each may be shipped with an Apache-2.0 program. */
    private static final Set<String> ALLOWED =
            Set.of("Apache-2.0", "Apache 2 License", "MIT", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "EPL-2.0");

    private static List<JsonNode> components = List.of();

    @BeforeAll
    static void read() throws IOException {
        var file = OPERATOR.resolve("bom.json");
        assumeTrue(Files.exists(file), "the operator is not packaged: its bill of materials was not checked");
        var all = new ArrayList<JsonNode>();
        Serialization.unmarshal(Files.readString(file), JsonNode.class)
                .path("components")
                .forEach(all::add);
        components = List.copyOf(all);
    }

    @Test
    void listsEveryJarOfTheApplication() throws IOException {
        var listed = components.stream().map(BillOfMaterialsTest::jar).collect(Collectors.toSet());
        var shipped = new TreeSet<String>();
        try (var files = Files.walk(OPERATOR.resolve("quarkus-app/lib"))) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar"))
                    .forEach(shipped::add);
        }

        assertThat(shipped).hasSizeGreaterThan(50);
        assertThat(listed).containsAll(shipped);
    }

    @Test
    void everyComponentHasAnAllowedLicence() {
        var others = components.stream()
                .filter(component -> licences(component).stream().noneMatch(ALLOWED::contains))
                .map(component -> jar(component) + ": " + licences(component))
                .toList();

        assertThat(others)
                .as(
                        "components whose licence is not in the list; add it there if it may be shipped with an Apache-2.0 program")
                .isEmpty();
    }

    @Test
    void everyComponentHasAHash() {
        assertThat(components)
                .allSatisfy(component ->
                        assertThat(component.path("hashes")).as(jar(component)).isNotEmpty());
    }

    /** Of a choice of licences one is enough. */
    private static List<String> licences(JsonNode component) {
        var licences = new ArrayList<String>();
        component.path("licenses").forEach(choice -> {
            licences.addAll(List.of(choice.path("expression").asText().split(" OR ")));
            licences.add(choice.at("/license/id").asText());
            licences.add(choice.at("/license/name").asText());
        });
        licences.removeIf(String::isEmpty);
        return licences;
    }

    /** The name of its file in the application. */
    private static String jar(JsonNode component) {
        var purl = component.path("purl").asText();
        var classifier = purl.contains("classifier=") ? "-" + purl.replaceAll(".*classifier=([^&]*).*", "$1") : "";
        return component.path("group").asText() + "." + component.path("name").asText() + "-"
                + component.path("version").asText() + classifier + ".jar";
    }
}
