package io.numaresources.testbed.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.numaresources.testbed.process.Execution;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarWriterTest {

    @TempDir
    private Path folder;

    @Test
    void tarReadsWhatItWrites() throws IOException {
        var archive = folder.resolve("archive.tar");
        try (var tar = new TarWriter(Files.newOutputStream(archive))) {
            tar.directory("usr", 0755);
            tar.file("usr/program", 0755, new byte[513]);
            tar.file("usr/empty", 0600, new byte[0]);
            tar.file("note", 0644, "text".getBytes(StandardCharsets.UTF_8));
        }

        var listed = Execution.require("tar", "-tvf", archive.toString());

        assertThat(listed.lines().map(line -> line.replaceAll("\\s+", " ")))
                .containsExactly(
                        "drwxr-xr-x root/root 0 1970-01-01 00:00 usr/",
                        "-rwxr-xr-x root/root 513 1970-01-01 00:00 usr/program",
                        "-rw------- root/root 0 1970-01-01 00:00 usr/empty",
                        "-rw-r--r-- root/root 4 1970-01-01 00:00 note");
        assertThat(Execution.require("tar", "-xOf", archive.toString(), "note")).isEqualTo("text");
        assertThat(Files.size(archive) % 512).isZero();
    }

    @Test
    void refusesANameThatDoesNotFit() throws IOException {
        try (var tar = new TarWriter(new ByteArrayOutputStream())) {
            assertThatThrownBy(() -> tar.file("x".repeat(101), 0644, new byte[0]))
                    .hasMessageContaining("longer than 100 bytes");
        }
    }
}
