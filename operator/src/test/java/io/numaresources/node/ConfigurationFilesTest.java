package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFilesTest {
    private static final String DIRECTORY = "/etc/kubernetes/kubelet/config.json.d/";

    @TempDir
    Path root;

    private Map<String, Object> effective(Host host) {
        return ConfigurationFiles.effective(host, new KubeletReader(host).read());
    }

    @Test
    void fillsTheEvictionThresholdsThatAFileDoesNotName() {
        var effective = effective(Trees.lay(root, "kubeadm"));
        assertThat(effective).containsEntry("cgroupDriver", "systemd");
        assertThat(effective.get("evictionHard"))
                .isEqualTo(Map.of(
                        "memory.available", "100Mi",
                        "nodefs.available", "10%",
                        "nodefs.inodesFree", "5%",
                        "imagefs.available", "15%",
                        "imagefs.inodesFree", "5%"));
        assertThat(ConfigurationFiles.port(effective)).isEqualTo(10250);
    }

    /** As KEP-3983 has it: maps are merged, null removes, everything else is replaced. */
    @Test
    void mergesDropInsInTheirOrder() {
        var host = Trees.lay(root, "config-dir");
        Trees.write(
                host.path(DIRECTORY + "91-a.conf"),
                "port: 10255\nevictionHard: {memory.available: 200Mi}\ncpuManagerPolicyOptions: {full-pcpus-only: null}\n");
        Trees.write(host.path(DIRECTORY + "92-b.conf"), "topologyManagerScope: pod\nevictionHard: {a: b}\n");
        Trees.write(host.path(DIRECTORY + "93-ignored"), "topologyManagerScope: container\n");

        var effective = effective(host);

        assertThat(effective).containsEntry("topologyManagerScope", "pod");
        assertThat(ConfigurationFiles.port(effective)).isEqualTo(10255);
        assertThat(effective.get("evictionHard"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("memory.available", "200Mi")
                .containsEntry("a", "b");
        assertThat(effective.get("cpuManagerPolicyOptions"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .doesNotContainKey("full-pcpus-only");
    }
}
