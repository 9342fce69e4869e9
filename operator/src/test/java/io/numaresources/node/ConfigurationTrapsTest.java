package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.kubelet.DropIn;
import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.Machines;
import io.numaresources.kubelet.StateFile;
import io.numaresources.kubelet.Wishes;
import io.numaresources.kubelet.preflight.KubeletFacts.DropInFile;
import io.numaresources.rollout.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a kubelet's configuration reaches it, and what went wrong with that in public reports (docs/traps.md). */
class ConfigurationTrapsTest {
    private static final String DIRECTORY = "/etc/kubernetes/kubelet.conf.d";
    private static final DropIn DROP_IN =
            DropIn.render(Wishes.plan(Wishes.aligned(), Machines.of(1, 2, 4, 1)), new KubeletVersion(1, 34), Set.of());

    @TempDir
    Path root;

    private MadeUpSystemd change(Host host) {
        var systemd = new MadeUpSystemd(host);
        change(host, systemd);
        return systemd;
    }

    private void change(Host host, MadeUpSystemd systemd) {
        var request = new NodeChange.Request(
                DROP_IN.hash(), Optional.of(DROP_IN), List.of(StateFile.values()), Duration.ofSeconds(150));
        assertThat(new NodeChange(host, systemd, new KubeletReader(host).read(), (phase, reason) -> {})
                        .advance(Phase.DRAINED, () -> request))
                .isEqualTo(Phase.APPLIED);
    }

    /** An empty file, and one without kind, keep a kubelet with --config-dir from starting. */
    @Test
    void kubernetes124796DropInsThatAreEmptyOrHaveNoKindAreSeenBeforeTheKubeletReadsThem() {
        var host = Trees.lay(root, "config-dir");
        Trees.write(
                host.path("/etc/kubernetes/kubelet/config.json.d/70-kindless.conf"),
                "topologyManagerPolicy: restricted\n");

        assertThat(new KubeletReader(host).read().otherDropIns())
                .filteredOn(file -> !file.valid())
                .extracting(DropInFile::name)
                .containsExactly("50-empty.conf", "60-broken.conf", "70-kindless.conf");
    }

    /** The same trap by our own hand: whenever the kubelet could start, its directory has only whole files. */
    @Test
    void kubernetes124796NoHalfWrittenFileIsEverInTheDirectory() {
        var host = Trees.lay(root, "kubeadm");
        var systemd = new MadeUpSystemd(host);
        systemd.onCall = () -> {
            for (String name : host.filesBelow(DIRECTORY, ".conf")) {
                assertThat(host.text(DIRECTORY + "/" + name))
                        .hasValue(DROP_IN.text().strip());
            }
        };

        change(host, systemd);

        assertThat(host.filesBelow(DIRECTORY, ".conf")).containsExactly(DropIn.FILE_NAME);
    }

    /** cmd/kubelet/app/server.go: a kubelet whose --config-dir isn't there doesn't start. */
    @Test
    void theDirectoryIsThereBeforeTheKubeletIsToldToReadIt() {
        var host = Trees.lay(root, "kubeadm");
        var systemd = new MadeUpSystemd(host);
        systemd.onCall = () -> {
            if (host.exists("/etc/systemd/system/kubelet.service.d/90-numaresources.conf")) {
                assertThat(host.exists(DIRECTORY + "/" + DropIn.FILE_NAME)).isTrue();
            }
        };

        change(host, systemd);

        assertThat(host.exists("/etc/systemd/system/kubelet.service.d/90-numaresources.conf"))
                .isTrue();
    }

    /** kubeadm rewrites its files on upgrade; none of them has anything of ours to lose. */
    @Test
    void kubeadm3049NothingIsWrittenIntoFilesThatAnUpgradeRewrites() {
        var host = Trees.lay(root, "kubeadm");
        var before = files(
                host, "/var/lib/kubelet/config.yaml", "/usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf");

        change(host);

        assertThat(files(host, before.keySet().toArray(String[]::new))).isEqualTo(before);
        for (String rewritten :
                List.of("/var/lib/kubelet/kubeadm-flags.env", "/etc/default/kubelet", "/etc/sysconfig/kubelet")) {
            assertThat(host.exists(rewritten)).as(rewritten).isFalse();
        }
    }

    private static Map<String, String> files(Host host, String... paths) {
        var files = new TreeMap<String, String>();
        for (String path : paths) {
            files.put(path, host.text(path).orElseThrow());
        }
        return files;
    }

    /** Also kubernetes #127577: with the setting that came of it, what a file doesn't name has its default. */
    @Test
    void kubernetes119985ThresholdsThatAFileDoesNotNameAreNone() {
        var host = Trees.lay(root, "kubeadm");
        Trees.write(host.path("/var/lib/kubelet/config.yaml"), configuration("evictionHard: {nodefs.available: 8%}\n"));
        assertThat(eviction(host)).isEqualTo(Map.of("nodefs.available", "8%"));

        Trees.write(
                host.path("/var/lib/kubelet/config.yaml"),
                configuration("evictionHard: {nodefs.available: 8%}\nmergeDefaultEvictionSettings: true\n"));
        assertThat(eviction(host))
                .isEqualTo(Map.of(
                        "memory.available", "100Mi",
                        "nodefs.available", "8%",
                        "nodefs.inodesFree", "5%",
                        "imagefs.available", "15%",
                        "imagefs.inodesFree", "5%"));
    }

    private static String configuration(String fields) {
        return "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" + fields;
    }

    private static Object eviction(Host host) {
        return ConfigurationFiles.effective(host, new KubeletReader(host).read())
                .getOrDefault("evictionHard", Map.of());
    }

    /** A flag beats every file, and one that is a map replaces the whole map. */
    @Test
    void kubernetes126584FlagsThatOverrideTheDropInAreReported() {
        var facts = new KubeletReader(Trees.lay(root, "kubeadm"))
                .read()
                .facts("v1.34.4", Optional.empty(), Optional.empty());

        assertThat(facts.overridingFlags()).containsExactly("cpu-manager-policy");
    }

    /** Checked on systemd's side: Environment= of a later file wins, but EnvironmentFile= beats it. */
    @Test
    void theVariableThatIsSetIsNoneThatAnEnvironmentFileSets() {
        var text = new KubeletReader(Trees.lay(root, "kubeadm"))
                .read()
                .placement()
                .unitDropIn()
                .orElseThrow()
                .text();

        assertThat(text).contains("KUBELET_CONFIG_ARGS=").doesNotContain("KUBELET_EXTRA_ARGS", "KUBELET_KUBEADM_ARGS");
    }

    /** CIS benchmark 4.1.9 and 4.1.11: readable by all, writable by root. */
    @Test
    void cis4111FilesAndDirectoryAreWritableByTheirOwnerAlone() throws IOException {
        var host = Trees.lay(root, "kubeadm");

        change(host);

        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(host.path(DIRECTORY + "/" + DropIn.FILE_NAME))))
                .isEqualTo("rw-r--r--");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(host.path(DIRECTORY))))
                .isEqualTo("rwxr-xr-x");
    }
}
