package io.numaresources.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the application consists of, and whether somebody has looked at it. */
class BillOfMaterialsTest {
    /** Each may be shipped with an Apache-2.0 program. */
    private static final Set<String> ALLOWED =
            Set.of("Apache-2.0", "Apache 2 License", "MIT", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "EPL-2.0");

    /** Versions that their makers don't call finished. */
    private static final Pattern UNFINISHED = Pattern.compile("(?i)[.-](alpha|beta|rc|cr|m|snapshot|ea)[.-]?\\d*$");

    private static final Path REVIEWED = Path.of("../docs/reference/dependencies.md");

    private static List<ShippedComponent> components = List.of();

    @BeforeAll
    static void read() throws IOException {
        components = ShippedComponent.all();
    }

    @Test
    void listsEveryJarOfTheApplication() throws IOException {
        var listed = components.stream().map(ShippedComponent::jar).collect(Collectors.toSet());
        var shipped = new TreeSet<String>();
        try (var files = Files.walk(ShippedComponent.OPERATOR.resolve("quarkus-app/lib"))) {
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
                .filter(component -> component.licences().stream().noneMatch(ALLOWED::contains))
                .map(component -> component.jar() + ": " + component.licences())
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
                        assertThat(component.sha256()).as(component.jar()).isNotEmpty());
    }

    @Test
    void everyComponentIsAFinishedVersion() {
        assertThat(components)
                .filteredOn(component -> !DependencyReview.OURS.equals(component.group()))
                .extracting(ShippedComponent::identity)
                .noneMatch(identity -> UNFINISHED.matcher(identity).find());
    }

    /** Written anew with {@code -Ddocs.update=true}; who commits the difference has reviewed it. */
    @Test
    void everyComponentIsReviewed() throws IOException {
        var page = DependencyReview.page(components);
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(REVIEWED, page);
        }

        assertThat(REVIEWED)
                .as(
                        "docs/reference/dependencies.md: what is shipped has changed; review it as docs/security.md says, then let the tests of packaging write the page with -Ddocs.update=true")
                .hasContent(page);
    }
}
