package io.numaresources.packaging;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A component of the application, by the CycloneDX document that the operator's module writes when it is packaged.
 *
 * @param group Maven's groupId
 * @param name Maven's artifactId
 * @param jar the name of its file in the application
 * @param licences by their SPDX identifiers, or their names where they have none; of several one is enough
 * @param sha256 of the jar, in hexadecimal digits; empty if the document has none
 */
record ShippedComponent(String group, String name, String jar, List<String> licences, String sha256) {
    static final Path OPERATOR = Path.of("../operator/target");

    /** All of them by group and name; whoever asks is skipped while the operator isn't packaged. */
    static List<ShippedComponent> all() throws IOException {
        var file = OPERATOR.resolve("bom.json");
        assumeTrue(Files.exists(file), "the operator is not packaged: its bill of materials was not checked");
        var components = new ArrayList<ShippedComponent>();
        Serialization.unmarshal(Files.readString(file), JsonNode.class)
                .path("components")
                .forEach(component -> components.add(of(component)));
        components.sort(Comparator.comparing(ShippedComponent::jar));
        return List.copyOf(components);
    }

    /** Group, name and version in one. */
    String identity() {
        return jar.replaceAll("\\.jar$", "");
    }

    private static ShippedComponent of(JsonNode component) {
        var group = component.path("group").asText();
        var name = component.path("name").asText();
        var version = component.path("version").asText();
        var purl = component.path("purl").asText();
        var classifier = purl.contains("classifier=") ? "-" + purl.replaceAll(".*classifier=([^&]*).*", "$1") : "";
        return new ShippedComponent(
                group,
                name,
                group + "." + name + "-" + version + classifier + ".jar",
                licences(component),
                sha256(component));
    }

    private static List<String> licences(JsonNode component) {
        var licences = new ArrayList<String>();
        component.path("licenses").forEach(choice -> {
            licences.addAll(List.of(choice.path("expression").asText().split(" OR ")));
            licences.add(choice.at("/license/id").asText());
            licences.add(choice.at("/license/name").asText());
        });
        licences.removeIf(String::isEmpty);
        return List.copyOf(licences);
    }

    private static String sha256(JsonNode component) {
        for (var hash : component.path("hashes")) {
            if ("SHA-256".equals(hash.path("alg").asText())) {
                return hash.path("content").asText();
            }
        }
        return "";
    }
}
