package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.node.Systemd.SystemdException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnitsTest {
    @TempDir
    Path root;

    @Test
    void reachTheNextContainerAsTheyWere() {
        var units = new Units(
                true,
                false,
                Map.of(
                        "kubelet.service",
                        new UnitState("active", "running", 2, "2026-11-30T10:00:00.000001Z", true),
                        "k3s.service",
                        new UnitState("failed", "failed", 0, null, false)));
        Path file = root.resolve("units.json");
        units.write(file);
        assertThat(Units.from(file)).isEqualTo(units);
    }

    @Test
    void areAskedForByTheNamesThatKubeletsAreStartedBy() {
        var read = Units.read(new Host(root), () -> new MadeUpSystemd(new Host(root)));
        assertThat(read.bus()).isTrue();
        assertThat(read.states()).containsKeys("kubelet.service", "k3s-agent.service", "rke2-server.service");
    }

    @Test
    void tellThatNobodyAnswered() {
        var read = Units.read(new Host(root), () -> {
            throw new SystemdException("no bus");
        });
        assertThat(read.bus()).isFalse();
        assertThat(read.states()).isEmpty();
    }
}
