package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.api.v1alpha1.HostFacts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostReaderTest {
    private static final String ROOT = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro\n";

    @TempDir
    Path root;

    private HostFacts read(UnitState state) {
        var host = Trees.lay(root, "kubeadm");
        return new HostReader(host, InstantSource.fixed(Instant.parse("2026-11-30T10:20:00Z")))
                .read(
                        Inspection.of(host),
                        new Units(true, false, Map.of("kubelet.service", state, "k3s.service", failed())),
                        Duration.ofMillis(-700));
    }

    private static UnitState failed() {
        return new UnitState("failed", "failed", 9, null, true);
    }

    private HostFacts mounted(String mountinfo) {
        Trees.write(root.resolve("proc/1/mountinfo"), mountinfo);
        return read(failed());
    }

    @Test
    void tellsOfTheUnitThatRunsTheKubeletAlone() {
        var facts = read(new UnitState("active", "running", 0, "2026-11-30T09:00:00Z", false));
        assertThat(facts.unitFailed()).isFalse();
        assertThat(facts.reloadPending()).isFalse();
        assertThat(read(failed()).unitFailed()).isTrue();
    }

    /** systemd keeps the number until somebody starts the unit. */
    @ParameterizedTest
    @CsvSource({"2026-11-30T10:10:01Z, 7", "2026-11-30T10:09:59Z, 0"})
    void countsRestartsOfTheLastTenMinutes(String started, int restarts) {
        assertThat(read(new UnitState("active", "running", 7, started, false)).recentRestarts())
                .isEqualTo(restarts);
    }

    @Test
    void keepsTheSignOfTheClock() {
        assertThat(read(failed()).clockSkewMillis()).isEqualTo(-700);
    }

    @Test
    void takesAnOptionOfTheMountForReadOnlyAndNotAWordThatBeginsSo() {
        assertThat(mounted(ROOT).writable()).isTrue();
        assertThat(mounted(ROOT + "30 22 0:25 / /etc ro,relatime - overlay overlay rw\n")
                        .writable())
                .as("/etc is")
                .isFalse();
        assertThat(mounted(ROOT + "30 22 0:25 / /etc2 ro,relatime - ext4 /dev/sdb ro\n")
                        .writable())
                .as("another directory is")
                .isTrue();
        assertThat(mounted(ROOT + "30 22 0:25 / /var/lib ro,relatime - ext4 /dev/sdb ro\n"
                                + "31 30 0:26 / /var/lib/kubelet rw,relatime - ext4 /dev/sdc rw\n")
                        .writable())
                .as("what is mounted in it isn't")
                .isTrue();
    }
}
