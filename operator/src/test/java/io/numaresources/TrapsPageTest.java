package io.numaresources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/traps.md against the tests: what it names exists, and what is named after a report is on it, beside that report. */
class TrapsPageTest {
    private static final Path PAGE = Path.of("../docs/traps.md");
    private static final String PACKAGE = "io.numaresources.";
    private static final Pattern TEST = Pattern.compile("`((?:[a-z]+\\.)+[A-Z]\\w*(?:Test|IT))#(\\w+)`");
    private static final Pattern REPORT = Pattern.compile("\\[([^]]+)]\\(https://[^)]+\\)");
    /** A test that is named after a report: repository and number. */
    private static final Pattern NAMED = Pattern.compile("([a-z]+\\d{2,})[A-Z]\\w*");

    private static Stream<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }

    private static Set<String> onPage() throws IOException {
        return matches(TEST, Files.readString(PAGE))
                .map(test -> test.group(1) + "#" + test.group(2))
                .collect(Collectors.toSet());
    }

    @Test
    void everyTestThatThePageNamesExists() throws IOException {
        assertThat(onPage()).hasSizeGreaterThan(50).allSatisfy(test -> {
            var name = test.split("#");
            assertThat(methods(PACKAGE + name[0])).extracting(Method::getName).contains(name[1]);
        });
    }

    @Test
    void everyTestThatIsNamedAfterAReportIsOnThePage() throws IOException {
        var classes = Path.of("target/test-classes");
        List<String> names;
        try (var files = Files.walk(classes)) {
            names = files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.matches("io/numaresources/.*(Test|IT)\\.class"))
                    .map(file -> file.replace(".class", "").replace('/', '.'))
                    .toList();
        }
        assertThat(names).contains(TrapsPageTest.class.getName());
        var named = names.stream()
                .flatMap(type -> methods(type).stream()
                        .filter(method -> method.isAnnotationPresent(Test.class))
                        .map(Method::getName)
                        .filter(method -> NAMED.matcher(method).matches())
                        .map(method -> type.substring(PACKAGE.length()) + "#" + method))
                .toList();

        assertThat(onPage()).containsAll(named);
    }

    @Test
    void aTestStandsBesideTheReportThatItIsNamedAfter() throws IOException {
        for (String row : Files.readAllLines(PAGE)) {
            var reports =
                    matches(REPORT, row).map(report -> normal(report.group(1))).collect(Collectors.toSet());
            matches(TEST, row).map(test -> NAMED.matcher(test.group(2))).forEach(name -> {
                if (name.matches()) {
                    assertThat(reports).as(row).contains(name.group(1));
                }
            });
        }
    }

    private static String normal(String report) {
        return report.replace("K8s#", "kubernetes#")
                .replace("MCO#", "machineconfigoperator#")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]", "");
    }

    private static List<Method> methods(String type) {
        try {
            return Arrays.asList(Class.forName(type, false, TrapsPageTest.class.getClassLoader())
                    .getDeclaredMethods());
        } catch (ClassNotFoundException e) {
            throw new AssertionError("no test class " + type, e);
        }
    }
}
