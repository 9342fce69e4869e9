package io.numaresources.kubelet.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PreflightTableTest {
    private static final Path PAGE = Path.of("../docs/kubelet.md");

    /** With -Dnumaresources.write-docs=true the page is written instead. */
    @Test
    void thePageHasTheTableOfTheCode() throws IOException {
        String page = Files.readString(PAGE);
        String current = PreflightTable.insertInto(page);
        if (Boolean.getBoolean("numaresources.write-docs")) {
            Files.writeString(PAGE, current);
            page = current;
        }
        assertThat(page)
                .as("docs/kubelet.md is out of date: run this test with -Dnumaresources.write-docs=true")
                .isEqualTo(current);
    }

    @Test
    void everyProblemHasItsTexts() {
        assertThat(ProblemTexts.keys())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Problem.values())
                        .flatMap(problem -> Stream.of(problem.reason() + ".meaning", problem.reason() + ".remedy"))
                        .toList());
    }

    @Test
    void everyCheckCanFindSomething() {
        assertThat(Arrays.stream(Problem.values()).map(Problem::id).distinct())
                .containsExactlyElementsOf(
                        Arrays.stream(Check.values()).map(Check::name).toList());
    }

    @Test
    void refusesAPageWithoutMarks() {
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> PreflightTable.insertInto("# Page"))
                .hasMessageContaining(PreflightTable.BEGIN);
    }
}
