package io.numaresources.crd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page is written anew with {@code -Ddocs.update=true}. */
class ApiReferenceTest {
    private static final Path PAGE = Path.of("../docs/reference/api.md");

    @Test
    void isUpToDate() throws Exception {
        String expected =
                ApiReference.of(CrdFiles.KINDS.stream().map(CrdFiles::committed).toList());
        if (Boolean.getBoolean("docs.update")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, expected);
        }

        assertThat(PAGE)
                .as("docs/reference/api.md; mvn -pl crds test -Ddocs.update=true writes it")
                .hasContent(expected);
    }
}
