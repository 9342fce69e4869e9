package io.numaresources.testbed.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachedFoldersTest {

    @TempDir
    private Path cache;

    @Test
    void makesAFolderOncePerContent() {
        var folders = new CachedFolders(cache);

        var first = folders.get("disk", "a", made -> Files.writeString(made.resolve("file"), "1"));
        var again = folders.get("disk", "a", made -> Files.writeString(made.resolve("file"), "2"));
        var other = folders.get("disk", "b", made -> Files.writeString(made.resolve("file"), "3"));

        assertThat(again).isEqualTo(first);
        assertThat(first.resolve("file")).hasContent("1");
        assertThat(other.resolve("file")).hasContent("3");
    }

    @Test
    void leavesNothingOfAFolderThatCouldNotBeMade() throws IOException {
        var folders = new CachedFolders(cache);

        assertThatThrownBy(() -> folders.get("disk", "a", made -> {
                    Files.writeString(made.resolve("file"), "half");
                    throw new IOException("no space");
                }))
                .hasRootCauseMessage("no space");

        try (var left = Files.list(cache)) {
            assertThat(left.filter(file -> Files.isDirectory(file))).isEmpty();
        }
    }

    @Test
    void removesOtherContentsAfterTwoWeeksWithoutUse() throws IOException {
        var folders = new CachedFolders(cache);
        var old = folders.get("disk", "old", made -> {});
        var recent = folders.get("disk", "recent", made -> {});
        var otherKind = folders.get("memory", "old", made -> {});
        for (var folder : new Path[] {old, otherKind}) {
            Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(Duration.ofDays(15))));
        }

        folders.get("disk", "new", made -> {});

        assertThat(old).doesNotExist();
        assertThat(recent).exists();
        assertThat(otherKind).exists();
    }
}
