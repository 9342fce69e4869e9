package io.numaresources.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page is written anew with {@code -Ddocs.update=true}. */
class CliPageTest {
    private static final Path PAGE = Path.of("../docs/cli.md");

    @Test
    void isUpToDate() throws Exception {
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(PAGE, CliPage.text());
        }

        assertThat(PAGE)
                .as("docs/cli.md; the tests of the operator with -Ddocs.update=true write it")
                .hasContent(CliPage.text());
    }
}
