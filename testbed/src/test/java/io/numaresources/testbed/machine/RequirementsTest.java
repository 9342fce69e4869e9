package io.numaresources.testbed.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequirementsTest {

    private static final List<String> ALL =
            List.of("qemu-system-x86_64", "qemu-img", "mmdebstrap", "mke2fs", "ip", "nsenter", "ssh", "openssl");

    @TempDir
    private Path path;

    @Test
    void saysNothingWhereAllIsThere() {
        ALL.forEach(this::program);
        var out = new ByteArrayOutputStream();

        new Requirements(path.toString(), true, true, MachineKind.EMULATED)
                .provide(new PrintStream(out, true, StandardCharsets.UTF_8));

        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void namesThePackagesOfMissingPrograms() {
        ALL.stream().filter(name -> !name.startsWith("qemu")).forEach(this::program);

        assertThat(new Requirements(path.toString(), true, true, MachineKind.EMULATED).missingPackages())
                .containsExactly("qemu-system-x86", "qemu-utils");
    }

    @Test
    void saysInOneLineWhatIsMissingWithoutRoot() {
        ALL.stream().filter(name -> !name.equals("mmdebstrap")).forEach(this::program);

        assertThatThrownBy(
                        () -> new Requirements(path.toString(), false, true, MachineKind.EMULATED).provide(System.err))
                .hasMessage("NUMA machines can't be started here, missing: root (for network namespaces and for"
                        + " making the root file system), the Debian packages mmdebstrap.");
    }

    @Test
    void saysInOneLineWhatIsMissingWhereThereIsNoApt() {
        ALL.stream().filter(name -> !name.equals("openssl")).forEach(this::program);

        assertThatThrownBy(
                        () -> new Requirements(path.toString(), true, true, MachineKind.EMULATED).provide(System.err))
                .hasMessage("NUMA machines can't be started here, missing: the Debian packages openssl.");
    }

    @Test
    void containersNeedNoQemu() {
        ALL.stream()
                .filter(name -> !name.startsWith("qemu") && !name.equals("mke2fs"))
                .forEach(this::program);

        assertThat(new Requirements(path.toString(), true, true, MachineKind.CONTAINER).missingPackages())
                .containsExactly("systemd-container");
    }

    @Test
    void refusesOtherSystems() {
        ALL.forEach(this::program);

        assertThatThrownBy(
                        () -> new Requirements(path.toString(), true, false, MachineKind.EMULATED).provide(System.err))
                .hasMessageContaining("missing: Linux on x86-64.");
    }

    private void program(String name) {
        try {
            Files.createFile(path.resolve(name)).toFile().setExecutable(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
