package io.numaresources.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {

    private static final Path SHELL = Path.of("/bin/sh");

    @TempDir
    private Path folder;

    @Test
    void isTheProgramItselfSoThatItsExitIsSeen() {
        var child = ChildProcess.start(Command.of("echo", SHELL, "-c", "echo $$ 'a b'; exit 3"), folder);
        child.onExit().join();

        assertThat(child.log().text()).isEqualTo(child.pid() + " a b\n");
        assertThatThrownBy(child::requireAlive)
                .isInstanceOf(ComponentFailure.class)
                .hasMessageContaining("echo exited with 3")
                .hasMessageContaining("a b");
    }

    @Test
    void leavesNoWatcherBehind() {
        var before = ProcessHandle.current().descendants().count();
        var child = ChildProcess.start(Command.of("sleep", SHELL, "-c", "exec sleep 60"), folder);
        child.close();

        assertThat(child.alive()).isFalse();
        assertThat(folder.resolve("sleep.pid")).doesNotExist();
        await().until(() -> ProcessHandle.current().descendants().count() <= before);
    }

    @Test
    void stopsGentlyFirst() {
        var child = ChildProcess.start(
                Command.of("trap", SHELL, "-c", "trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.05; done"),
                folder);
        await().until(() -> child.log().text().contains("up"));
        child.stop(Duration.ofSeconds(5));

        assertThat(child.log().lines()).containsExactly("up", "bye");
    }

    @Test
    void cleansFoldersOfDeadOwnersOnlyAndKillsTheirProcesses() throws IOException {
        var parent = folder.resolve("runs");
        var mine = RunFolder.create(parent);
        var stale = RunFolder.create(parent);
        var orphan = ChildProcess.start(Command.of("sleep", Path.of("/bin/sleep"), "60"), stale.path());
        Files.writeString(stale.file("owner"), ProcessHandle.current().pid() + "\n2001-01-01T00:00:00Z\n");

        assertThat(RunFolder.cleanStale(parent)).containsExactly(stale.path());

        assertThat(mine.path()).exists();
        assertThat(stale.path()).doesNotExist();
        await().until(() -> !orphan.alive());
    }

    @Test
    void sparesAProcessThatRunsAnotherProgramThanThePidFileSays() throws IOException {
        var parent = folder.resolve("runs");
        var stale = RunFolder.create(parent);
        try (var other = ChildProcess.start(Command.of("sleep", Path.of("/bin/sleep"), "60"), folder)) {
            Files.writeString(stale.file("etcd.pid"), other.pid() + "\n/somewhere/etcd\n");
            Files.writeString(stale.file("owner"), "1\n2001-01-01T00:00:00Z\n");
            RunFolder.cleanStale(parent);

            assertThat(other.alive()).isTrue();
        }
    }

    @Test
    void givesEachPortOnce() {
        var ports = new FreePorts();

        assertThat(ports.next()).isNotEqualTo(ports.next()).isBetween(20_000, 32_000);
    }
}
