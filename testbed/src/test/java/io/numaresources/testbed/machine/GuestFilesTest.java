package io.numaresources.testbed.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.process.Execution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GuestFilesTest {

    @TempDir
    private Path folder;

    @Test
    void fillsValuesIn() throws IOException {
        var source = Files.createDirectories(folder.resolve("source/etc"));
        Files.writeString(source.resolve("hostname"), "@NODE@ at @ADDRESS@\n");

        GuestFiles.of(Map.of("NODE", "numa-0", "ADDRESS", "198.18.7.11"), folder.resolve("source"))
                .writeTo(folder.resolve("root"));

        assertThat(folder.resolve("root/etc/hostname")).hasContent("numa-0 at 198.18.7.11");
    }

    @Test
    void keepsProgramsExecutableAndKeysPrivate() throws IOException {
        var machine = RepositoryRoot.find().resolve("testbed/machine");
        var archive = folder.resolve("files.tar");

        GuestFiles.of(Map.of(), machine.resolve("base"), machine.resolve("seed"))
                .writeArchive(archive);

        var listed = Execution.require("tar", "-tvf", archive.toString());
        assertThat(listed)
                .containsPattern("-rwxr-xr-x .* usr/lib/testbed/seed\n")
                .containsPattern("-rw------- .* etc/kubernetes/kubelet.conf\n")
                .containsPattern("-rw-r--r-- .* etc/hostname\n");
    }

    @ParameterizedTest
    @EnumSource
    void everyLayoutHasAKubeletUnit(KubeletLayout layout) {
        var files = GuestFiles.of(
                        Map.of(),
                        RepositoryRoot.find().resolve("testbed/machine").resolve(layout.folder()))
                .fingerprint();

        assertThat(files).contains("systemd/system/kubelet.service").contains("KubeletConfiguration");
    }
}
