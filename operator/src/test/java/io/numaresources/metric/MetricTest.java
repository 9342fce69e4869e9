package io.numaresources.metric;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Timer;
import io.numaresources.ProductCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricTest {
    private static final Path PAGE = Path.of("../docs/metrics.md");
    private static final Path RULES = Path.of("../config/prometheus/rules.yaml");
    private static final Path RUNBOOKS = Path.of("../docs/runbooks.md");
    private static final Path DASHBOARD = Path.of("../config/prometheus/dashboard.json");
    private static final Pattern SERIES = Pattern.compile("numaresources_[a-z_]+");

    @Test
    void everyMetricIsUsedSomewhere() {
        var used = ProductCode.CLASSES.stream()
                .filter(type -> !type.getName().equals(Metric.class.getName()))
                .flatMap(type -> type.getFieldAccessesFromSelf().stream())
                .filter(access -> access.getTargetOwner().isEquivalentTo(Metric.class))
                .map(JavaFieldAccess::getName)
                .collect(Collectors.toSet());

        assertThat(Arrays.stream(Metric.values()).map(Enum::name)).allMatch(used::contains);
    }

    /** Those classes take names from the catalogue. */
    @Test
    void nobodyMeasuresBesideTheCatalogue() {
        noClasses()
                .that()
                .haveNameNotMatching("io.numaresources.controller.(Gauges|RejectionNumbers|CountedRequests|PassTimes)")
                .should()
                .callMethod(Counter.class, "builder", String.class)
                .orShould()
                .callMethod(Timer.class, "builder", String.class)
                .orShould()
                .callMethod(MultiGauge.class, "builder", String.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Gauge.class)
                .check(ProductCode.CLASSES);
    }

    /** By the number of nodes or pods series would be without bounds. */
    @Test
    void labelsAreBounded() {
        assertThat(Arrays.stream(Metric.values()).flatMap(metric -> metric.labels().stream()))
                .allMatch(Set.of(
                        "type",
                        "severity",
                        "code",
                        "group",
                        "state",
                        "phase",
                        "resource",
                        "reason",
                        "outcome",
                        "method")::contains);
    }

    /** Written anew with {@code -Ddocs.update=true}. */
    @Test
    void thePageIsUpToDate() throws IOException {
        var expected = page();
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(PAGE, expected);
        }

        assertThat(PAGE)
                .as("docs/metrics.md; the tests of the operator with -Ddocs.update=true write it")
                .hasContent(expected);
    }

    @Test
    void everyAlertHasARunbookAndUsesWhatThereIs() throws IOException {
        var runbooks = Files.readString(RUNBOOKS);
        var titles = new HashSet<String>();
        for (JsonNode alert : rules()) {
            var name = alert.path("alert").asText();
            assertThat(name).matches("NUMA[A-Za-z]+");
            assertThat(alert.at("/labels/severity").asText()).isIn("info", "warning", "critical");
            assertThat(alert.at("/annotations/summary").asText()).isNotEmpty();
            assertThat(alert.at("/annotations/description").asText()).isNotEmpty();
            assertThat(alert.at("/annotations/runbook_url").asText())
                    .endsWith("/docs/runbooks.md#" + name.toLowerCase(java.util.Locale.ROOT));
            assertThat(runbooks).contains("\n## " + name + "\n");
            assertKnown(alert.path("expr").asText());
            titles.add(name);
        }
        assertThat(Pattern.compile("(?m)^## (\\S+)$")
                        .matcher(runbooks)
                        .results()
                        .map(found -> found.group(1)))
                .containsExactlyInAnyOrderElementsOf(titles);
    }

    @Test
    void everyPanelSaysWhatItShowsAndUsesWhatThereIs() throws IOException {
        var dashboard = new ObjectMapper().readTree(Files.readString(DASHBOARD));

        assertThat(dashboard.path("uid").asText()).isEqualTo("numaresources");
        assertThat(dashboard.path("editable").asBoolean(true)).isFalse();
        assertThat(dashboard.at("/templating/list"))
                .anyMatch(variable -> variable.path("name").asText().equals("datasource"));
        var places = new HashSet<String>();
        var ids = new HashSet<Integer>();
        int shown = 0;
        for (JsonNode panel : dashboard.path("panels")) {
            assertThat(ids.add(panel.path("id").asInt()))
                    .as("id of %s", panel.path("title"))
                    .isTrue();
            assertThat(places.add(panel.at("/gridPos/x") + "/" + panel.at("/gridPos/y")))
                    .isTrue();
            assertThat(panel.at("/gridPos/x").asInt() + panel.at("/gridPos/w").asInt())
                    .isLessThanOrEqualTo(24);
            assertThat(panel.path("title").asText()).isNotEmpty();
            if (panel.path("type").asText().equals("row")) {
                continue;
            }
            assertThat(panel.path("description").asText())
                    .as(panel.path("title").asText())
                    .isNotEmpty();
            assertThat(panel.at("/fieldConfig/defaults/unit").asText())
                    .as(panel.path("title").asText())
                    .isNotEmpty();
            assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
            assertThat(panel.path("targets")).isNotEmpty();
            for (JsonNode target : panel.path("targets")) {
                assertKnown(target.path("expr").asText());
                shown++;
            }
        }
        assertThat(shown).isGreaterThan(15);
    }

    private static void assertKnown(String expression) {
        var known = Arrays.stream(Metric.values())
                .flatMap(metric -> metric.series().stream())
                .collect(Collectors.toSet());
        var named =
                SERIES.matcher(expression).results().map(found -> found.group()).toList();
        assertThat(named).as(expression).isNotEmpty().allMatch(known::contains);
    }

    private static List<JsonNode> rules() throws IOException {
        var groups =
                Serialization.unmarshal(Files.readString(RULES), JsonNode.class).at("/spec/groups");
        return Stream.iterate(0, i -> i < groups.size(), i -> i + 1)
                .flatMap(i -> groups.get(i).path("rules").valueStream())
                .toList();
    }

    private static String page() {
        var page = new StringBuilder("""
                # Metrics

                What the operator tells at `/q/metrics` in Prometheus's form, to [whom the API server lets read it](security.md#metrics), generated from its catalogue. Labels are bounded: none has the name of a
                node or a pod. Alerts on them are in [config/prometheus](../config/prometheus), with [runbooks](runbooks.md); a dashboard for Grafana is
                `config/prometheus/dashboard.json`. Metrics of the JVM, of HTTP and of the operator SDK are there too, as Quarkus names them. Only the process
                that leads has the numbers of the cluster.

                | series | kind | unit | labels | meaning |
                |---|---|---|---|---|
                """);
        for (var metric : Metric.values()) {
            page.append("| %s | %s | %s | %s | %s |\n"
                    .formatted(
                            metric.series().stream()
                                    .map(name -> "`" + name + "`")
                                    .collect(Collectors.joining(", ")),
                            metric.kind().name().toLowerCase(java.util.Locale.ROOT),
                            metric.unit(),
                            metric.labels().isEmpty() ? "-" : "`" + String.join("`, `", metric.labels()) + "`",
                            metric.meaning()));
        }
        return page.toString();
    }
}
