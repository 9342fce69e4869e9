package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.kubelet.DropIn;
import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.Layout;
import io.numaresources.kubelet.Machines;
import io.numaresources.kubelet.StateFile;
import io.numaresources.kubelet.Wishes;
import io.numaresources.kubelet.preflight.KubeletFacts.DropInFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeletReaderTest {
    @TempDir
    Path root;

    private KubeletInspection read(String tree) {
        return new KubeletReader(Trees.lay(root, tree)).read();
    }

    @ParameterizedTest
    @CsvSource({
        "kubeadm,            KUBEADM,    kubelet.service,    /etc/kubernetes/kubelet.conf.d/90-numaresources.conf,                     true",
        "kubeadm-configured, KUBEADM,    kubelet.service,    /etc/kubernetes/kubelet.conf.d/90-numaresources.conf,                     true",
        "config-dir,         CONFIG_DIR, kubelet.service,    /etc/kubernetes/kubelet/config.json.d/90-numaresources.conf,              false",
        "k3s-server,         K3S,        k3s.service,        /var/lib/rancher/k3s/agent/etc/kubelet.conf.d/90-numaresources.conf,      false",
        "rke2-agent,         RKE2,       rke2-agent.service, /var/lib/rancher/rke2/agent/etc/kubelet.conf.d/90-numaresources.conf,     false"
    })
    void detectsTheLayout(String tree, Layout layout, String unit, String dropIn, boolean unitDropIn) {
        var placement = read(tree).placement();
        assertThat(placement.layout()).isEqualTo(layout);
        assertThat(placement.unit()).hasValue(unit);
        assertThat(placement.dropIn()).hasValue(dropIn);
        assertThat(placement.unitDropIn().isPresent()).isEqualTo(unitDropIn);
    }

    @Test
    void writesNothingWhereTheLayoutIsUnknown() {
        var placement = read("unknown").placement();
        assertThat(placement.layout()).isEqualTo(Layout.UNKNOWN);
        assertThat(placement.dropIn()).isEmpty();
        var dropIn = DropIn.render(
                Wishes.plan(Wishes.aligned(), Machines.of(1, 2, 4, 1)), new KubeletVersion(1, 34), Set.of());
        assertThat(Placement.snippet(dropIn)).contains("90-numaresources.conf", "cpuManagerPolicy: \"static\"");
    }

    /** An inspection sees a part of the host; what it can't see must not look like an empty configuration. */
    @Test
    void knowsNothingOfAKubeletWhoseFilesItCannotSee() {
        var host = Trees.lay(root, "config-dir");
        assertThat(new KubeletReader(host).read().placement().layout()).isEqualTo(Layout.CONFIG_DIR);
        DurableFile.remove(host.path("/etc/kubernetes/kubelet/config.json"));
        assertThat(new KubeletReader(host).read().placement().layout()).isEqualTo(Layout.UNKNOWN);
    }

    @Test
    void overridesOneVariableOfKubeadmsUnitAlone() {
        assertThat(read("kubeadm").placement().unitDropIn().orElseThrow())
                .isEqualTo(
                        new Placement.UnitDropIn("/etc/systemd/system/kubelet.service.d/90-numaresources.conf", """
                                # Written by numaresources-operator.
                                [Service]
                                Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml --config-dir=/etc/kubernetes/kubelet.conf.d"
                                Environment="KUBELET_CONFIG_DROPIN_DIR_ALPHA=true"
                                """));
    }

    @Test
    void readsANodeOfKubeadm() {
        var kubelet = read("kubeadm");
        assertThat(kubelet.flags())
                .hasValueSatisfying(flags -> assertThat(flags)
                        .containsExactlyInAnyOrder(
                                "kubeconfig", "config", "container-runtime-endpoint", "node-ip", "cpu-manager-policy"));
        assertThat(kubelet.inheritedOptions()).containsExactly("prefer-closest-numa-nodes");
        assertThat(kubelet.rootDirectory()).isEqualTo("/var/lib/kubelet");
        assertThat(kubelet.states())
                .containsEntry(StateFile.CPU, new KubeletInspection.StateSummary("none", ""))
                .containsEntry(StateFile.MEMORY, new KubeletInspection.StateSummary("None", ""));

        var facts = kubelet.facts("v1.34.4", Optional.empty(), Optional.empty());
        assertThat(facts.startedBy()).isEqualTo("kubeadm");
        assertThat(facts.overridingFlags()).containsExactly("cpu-manager-policy");
    }

    @Test
    void readsTheDropInDirectoryAndTheRootDirectoryOfTheFlags() {
        var kubelet = read("config-dir");
        assertThat(kubelet.rootDirectory()).isEqualTo("/data/kubelet");
        assertThat(kubelet.states())
                .containsOnlyKeys(StateFile.CPU)
                .containsEntry(StateFile.CPU, new KubeletInspection.StateSummary("static", "0-1,4-7"));
        assertThat(kubelet.otherDropIns())
                .extracting(DropInFile::name)
                .containsExactly("40-nodeadm.conf", "50-empty.conf", "60-broken.conf", "99-late/10-x.conf");
        assertThat(kubelet.otherDropIns()).extracting(DropInFile::valid).containsExactly(true, false, false, true);
        assertThat(kubelet.inheritedOptions()).containsExactly("full-pcpus-only");
        assertThat(kubelet.reservedCgroups())
                .as("a drop-in unset the other one")
                .containsExactly("systemReservedCgroup");
    }

    @Test
    void seesNoFlagsOfAKubeletThatIsPartOfK3s() {
        var kubelet = read("k3s-server");
        assertThat(kubelet.flags()).isEmpty();
        assertThat(kubelet.preflightFacts(new KubeletVersion(1, 32), List.of()).dropInDirectory())
                .isTrue();
        assertThat(kubelet.preflightFacts(new KubeletVersion(1, 31), List.of()).dropInDirectory())
                .as("k3s has the directory from 1.32 on")
                .isFalse();
    }

    @Test
    void ignoresItsOwnFileAndNoticesADamagedStateFile() {
        var kubelet = read("kubeadm-configured");
        assertThat(kubelet.otherDropIns()).isEmpty();
        assertThat(kubelet.unreadable()).containsExactly(StateFile.CPU);
        assertThat(kubelet.states()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"two-sockets, 2, true, false", "sub-numa-clusters, 1, true, true", "flat, 2, false, false"})
    void readsCgroupsAndAPendingReboot(String tree, int version, boolean cpuset, boolean reboot) {
        var inspection = Inspection.of(Trees.lay(root, tree, "kubeadm"));
        assertThat(inspection.cgroupVersion()).isEqualTo(version);
        assertThat(inspection.cpusetController()).isEqualTo(cpuset);
        assertThat(inspection.rebootPending()).isEqualTo(reboot);
        assertThat(inspection.kubelet().placement().layout()).isEqualTo(Layout.KUBEADM);
    }
}
