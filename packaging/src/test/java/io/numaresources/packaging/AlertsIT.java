package io.numaresources.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.testbed.binaries.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alerts, judged by Prometheus's own tool. */
class AlertsIT {
    private static final Path TESTS = Path.of("src/test/resources/prometheus/alerts.yaml");
    private static final Pattern ALERT = Pattern.compile("alert(?:name)?: (NUMA[A-Za-z]+)");

    @TempDir
    private Path folder;

    private Path rules;

    /** A PrometheusRule has in its spec what Prometheus reads from a file. */
    @BeforeEach
    void write() throws IOException {
        var rule = Serialization.unmarshal(Files.readString(source()), JsonNode.class);
        rules = Files.writeString(folder.resolve("rules.yaml"), Serialization.asYaml(rule.path("spec")));
    }

    @Test
    void theRulesAreUnderstood() {
        var checked = Tool.run(Program.PROMTOOL, Map.of(), "check", "rules", rules.toString());

        assertThat(checked.exit()).as(checked.output()).isZero();
        assertThat(checked.output()).contains("rules found");
    }

    @Test
    void theyFireWhenTheyShouldAndOnlyThen() throws IOException {
        var tests = tests();

        var tested = Tool.run(Program.PROMTOOL, Map.of(), "test", "rules", tests.toString());

        assertThat(tested.exit()).as(tested.output()).isZero();
    }

    @Test
    void eachIsTested() throws IOException {
        assertThat(alerts(TESTS)).isEqualTo(alerts(source()));
    }

    /** A test that can't fail shows nothing. */
    @Test
    void aRuleThatFiresTooEarlyIsNoticed() throws IOException {
        var tests = tests();
        Files.writeString(rules, Files.readString(rules).replace("30m", "3m"));

        assertThat(Tool.run(Program.PROMTOOL, Map.of(), "test", "rules", tests.toString())
                        .exit())
                .isNotZero();
    }

    /** Expected are also annotations, so those that always say the same are left out. */
    private Path tests() throws IOException {
        var spec = Serialization.unmarshal(Files.readString(rules), JsonNode.class);
        for (JsonNode rule : spec.at("/groups/0/rules")) {
            var texts = (ObjectNode) rule.path("annotations");
            var fixed = texts.propertyStream()
                    .filter(text -> !text.getValue().asText().contains("{{"))
                    .map(Map.Entry::getKey)
                    .toList();
            texts.remove(fixed);
        }
        Files.writeString(rules, Serialization.asYaml(spec));
        return Files.copy(TESTS, folder.resolve("alerts.yaml"));
    }

    private static Path source() {
        return Tool.root().resolve("config/prometheus/rules.yaml");
    }

    private static Set<String> alerts(Path file) throws IOException {
        return ALERT.matcher(Files.readString(file))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }
}
