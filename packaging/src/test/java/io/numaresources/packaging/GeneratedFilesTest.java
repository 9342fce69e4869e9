package io.numaresources.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedFilesTest {

    @TempDir
    private Path root;

    @Test
    void removesFromItsFoldersWhatIsNoLongerGenerated() throws IOException {
        Files.createDirectories(root.resolve("out/deep"));
        Files.writeString(root.resolve("out/deep/old.yaml"), "old");
        Files.writeString(root.resolve("beside.yaml"), "mine");

        GeneratedFiles.in("out", Map.of("new.yaml", "new"))
                .and(GeneratedFiles.file("dist/one.yaml", "one"))
                .writeTo(root);

        assertThat(root.resolve("out/deep/old.yaml")).doesNotExist();
        assertThat(root.resolve("out/new.yaml")).hasContent("new");
        assertThat(root.resolve("dist/one.yaml")).hasContent("one");
        assertThat(root.resolve("beside.yaml")).hasContent("mine");
    }

    @Test
    void leavesFilesAloneThatAreUpToDate() throws IOException {
        var files = GeneratedFiles.in("out", Map.of("a.yaml", "a"));
        files.writeTo(root);
        var before = Files.getLastModifiedTime(root.resolve("out/a.yaml"));

        files.writeTo(root);

        assertThat(Files.getLastModifiedTime(root.resolve("out/a.yaml"))).isEqualTo(before);
    }
}
