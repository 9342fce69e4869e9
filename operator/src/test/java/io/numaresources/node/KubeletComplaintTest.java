package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeletComplaintTest {
    @TempDir
    Path root;

    private Optional<String> complaint(String journal) {
        Trees.write(root.resolve("var/lib/numaresources/change/journal"), journal);
        return KubeletComplaint.find(new Host(root));
    }

    @Test
    void takesTheLastReasonToGiveUp() {
        assertThat(complaint("""
                        E1130 10:00:00.000001    1 run.go:72] "command failed" err="an older one"
                        E1130 10:00:01.000001    1 kubelet.go:1732] "Failed to start ContainerManager" err="start cpu manager error: could not restore state from checkpoint: configured policy \\"static\\" differs from state checkpoint policy \\"none\\""
                        kubelet.service: Main process exited, code=exited, status=1/FAILURE
                        """))
                .hasValue(
                        "kubelet: start cpu manager error: could not restore state from checkpoint: configured policy \"static\" differs from state checkpoint policy \"none\"");
        assertThat(complaint("F1130 10:00:01.000001    1 server.go:9] no such file\n"))
                .hasValue("kubelet: no such file");
    }

    @Test
    void keepsSilentWhereTheKubeletRan() {
        assertThat(complaint("""
                        E1130 10:00:00.000001    1 controller.go:145] "Failed to ensure lease exists, will retry" err="Get: EOF"
                        """)).isEmpty();
        assertThat(KubeletComplaint.find(new Host(root.resolve("elsewhere")))).isEmpty();
    }

    @Test
    void fitsIntoAStatus() {
        assertThat(complaint("\"command failed\" err=\"" + "x".repeat(5000) + "\"")
                        .orElseThrow())
                .hasSizeLessThan(1100)
                .endsWith("…");
    }
}
