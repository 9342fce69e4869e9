package io.numaresources.finding;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaFieldAccess;
import io.numaresources.ProductCode;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FindingCodeTest {
    private static final Path PAGE = Path.of("../docs/findings.md");

    @Test
    void nobodyReportsWhatIsNotInTheCatalogue() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.numaresources.finding..", "io.numaresources.api..")
                .should()
                .callConstructor(Finding.class, Severity.class, String.class, String.class, String.class, String.class)
                .check(ProductCode.CLASSES);
    }

    @Test
    void everyCodeIsReportedSomewhere() {
        var used = ProductCode.CLASSES.stream()
                .filter(type -> !type.isAssignableTo(FindingCode.class))
                .flatMap(type -> type.getFieldAccessesFromSelf().stream())
                .filter(access -> access.getTargetOwner().isAssignableTo(FindingCode.class))
                .map(JavaFieldAccess::getName)
                .collect(Collectors.toSet());

        assertThat(catalogue().map(FindingCodeTest::constant)).allMatch(used::contains);
    }

    @Test
    void codesAreTheNamesInCamelCaseAndUnique() {
        assertThat(catalogue().map(FindingCode::code)).doesNotHaveDuplicates();
        assertThat(catalogue())
                .allSatisfy(code -> assertThat(code.code())
                        .matches("[A-Z][A-Za-z]+")
                        .isEqualToIgnoringCase(constant(code).replace("_", "")));
    }

    @Test
    void noTextIsLeftWithoutItsCode() {
        var codes = Arrays.stream(FindingCode.values()).map(FindingCode::code).collect(Collectors.toSet());

        assertThat(FindingCode.texts())
                .allSatisfy(key -> assertThat(codes).contains(key.substring(0, key.indexOf('.'))));
    }

    @Test
    void aFindingTakesCodeAndSeverityFromTheCatalogue() {
        assertThat(FindingCode.EMPTY_GROUP.finding("hpc", "node-1", "no node"))
                .isEqualTo(new Finding(Severity.WARNING, "EmptyGroup", "hpc", "node-1", "no node"));
    }

    /** Written anew with {@code -Ddocs.update=true}. */
    @Test
    void thePageIsUpToDate() throws Exception {
        String expected = page();
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(PAGE, expected);
        }

        assertThat(PAGE)
                .as("docs/findings.md; the tests of the operator with -Ddocs.update=true write it")
                .hasContent(expected);
    }

    private static String page() {
        var page = new StringBuilder("""
                # Findings

                What `status.findings` may list, generated from the operator's catalogue. The message of a finding has the
                particulars. An Error makes the resource Degraded; Errors and
                Warnings are also told as events.

                | code | severity | meaning | what to do |
                |---|---|---|---|
                """);
        catalogue()
                .map(code -> "| `%s` | %s | %s | %s |\n"
                        .formatted(code.code(), code.severity().value(), code.meaning(), code.remedy()))
                .forEach(page::append);
        return page.toString();
    }

    private static Stream<FindingCode> catalogue() {
        return Arrays.stream(FindingCode.values());
    }

    private static String constant(FindingCode code) {
        return ((Enum<?>) code).name();
    }
}
