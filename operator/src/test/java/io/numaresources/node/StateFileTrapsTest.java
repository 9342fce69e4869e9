package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.kubelet.ConfigurationPlan;
import io.numaresources.kubelet.Current;
import io.numaresources.kubelet.DropIn;
import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.Quantity;
import io.numaresources.kubelet.Wish;
import io.numaresources.kubelet.Wishes;
import io.numaresources.rollout.Phase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * State files that kept kubelets from starting, one test for each public report (docs/traps.md). Each shows first that a kubelet would refuse what
 * is there when only its configuration is changed, then that it starts after the agent's change, and after the rollback.
 */
class StateFileTrapsTest {
    private static final KubeletVersion VERSION = new KubeletVersion(1, 34);
    private static final String STATE = "/data/kubelet/";

    @TempDir
    Path root;

    private OwnedConfiguration wanted(Map<String, String> options) {
        var wish = Wishes.with(new Wish.Cpus.PerZone(1), Optional.of(Quantity.parse("1Gi")), options);
        var machine = new HardwareReader(Trees.lay(root.resolve("machine"), "two-sockets"))
                .read()
                .machine();
        var today = Current.of(Map.of("evictionHard", Map.of("memory.available", "100Mi")));
        return ConfigurationPlan.of(wish, machine, today, VERSION);
    }

    /** A node with a drop-in directory that has none of the files by which the tree shows broken ones. */
    private Host host(String name, String cpuState, String memoryState) {
        var host = Trees.lay(root.resolve(name), "two-sockets", "config-dir");
        for (String file : List.of("50-empty.conf", "60-broken.conf", "99-late/10-x.conf")) {
            DurableFile.remove(host.path("/etc/kubernetes/kubelet/config.json.d/" + file));
        }
        Trees.write(host.path(STATE + "cpu_manager_state"), cpuState);
        Trees.write(host.path(STATE + "memory_manager_state"), memoryState);
        return host;
    }

    private static NUMANode node(OwnedConfiguration wanted) {
        var node = new NUMANode();
        node.setMetadata(new ObjectMetaBuilder().withName("node-a").build());
        node.setSpec(new NUMANodeSpec("hpc", Configurations.api(wanted), wanted.hash(), "r1", null, null));
        return node;
    }

    private void startsAlthough(String refusal, OwnedConfiguration wanted, String cpuState, String memoryState) {
        var alone = host("alone", cpuState, memoryState);
        Trees.write(
                alone.path("/etc/kubernetes/kubelet/config.json.d/" + DropIn.FILE_NAME),
                DropIn.render(wanted, VERSION, Set.of()).text());
        assertThat(new StartingKubelet(alone).refusals())
                .as("the configuration alone")
                .anyMatch(text -> text.contains(refusal));

        var host = host("changed", cpuState, memoryState);
        var systemd = new MadeUpSystemd(host);
        var kubelet = new KubeletReader(host).read();
        var request = new ChangeRequests("v1.34.4", Duration.ofSeconds(150)).of(node(wanted), kubelet);
        var change = new NodeChange(host, systemd, kubelet, (phase, reason) -> {});

        assertThat(change.advance(Phase.DRAINED, () -> request)).isEqualTo(Phase.APPLIED);
        assertThat(systemd.calls).endsWith("start kubelet.service");
        assertThat(new StartingKubelet(host).refusals()).as("after the change").isEmpty();
        assertThat(host.exists("/var/lib/numaresources/change/state/cpu_manager_state"))
                .as("kept, not deleted")
                .isTrue();

        // what the new kubelet wrote is refused by the former configuration
        Trees.write(host.path(STATE + "cpu_manager_state"), cpus("static", "0-15", "{}"));
        systemd.elapse();
        assertThat(new StartingKubelet(host).refusals())
                .as("after the rollback")
                .isEmpty();
    }

    private static String cpus(String policy, String shared, String entries) {
        return "{\"policyName\":\"%s\",\"defaultCpuSet\":\"%s\",\"entries\":%s,\"checksum\":1}"
                .formatted(policy, shared, entries);
    }

    private static final String NO_MEMORY = "{\"policyName\":\"None\",\"machineState\":{},\"checksum\":4236770233}";

    /** State of the memory manager for what is wanted, with the totals of the machine shifted and bytes that pods have on NUMA node 0. */
    private String memory(OwnedConfiguration wanted, long shift, long reserved, String entries) {
        var machine = new HardwareReader(Trees.lay(root.resolve("machine"), "two-sockets"))
                .read()
                .machine();
        var zones = machine.zones().stream()
                .map(zone -> "\"%d\":{\"memoryMap\":{\"memory\":{\"total\":%d,\"systemReserved\":%d,\"reserved\":%d}}}"
                        .formatted(
                                zone.id(),
                                zone.plainMemory() + shift,
                                wanted.memory()
                                        .reserved()
                                        .get(zone.id())
                                        .get("memory")
                                        .bytes(),
                                zone.id() == 0 ? reserved : 0))
                .toList();
        return "{\"policyName\":\"Static\",\"machineState\":{%s},\"entries\":%s,\"checksum\":1}"
                .formatted(String.join(",", zones), entries);
    }

    /** Also kubespray #8535, rancher #32783, rke #2847, bottlerocket #1465, scylla-operator #1266. */
    @Test
    void talos7504PolicyChangesAndTheStateOfTheFormerOneIsLeft() {
        startsAlthough("differs from state checkpoint policy", wanted(Map.of()), cpus("none", "", "{}"), NO_MEMORY);
    }

    @Test
    void kep4540StrictReservationIsSwitchedOn() {
        startsAlthough(
                "some of strictly reserved cpus",
                wanted(Map.of("strict-cpu-reservation", "true")),
                cpus("static", "0-15", "{}"),
                NO_MEMORY);
    }

    @Test
    void kep4540StrictReservationIsSwitchedOff() {
        startsAlthough(
                "not all reserved cpus are present",
                wanted(Map.of()),
                cpus("static", "1-3,5-7,9-11,13-15", "{}"),
                NO_MEMORY);
    }

    /** A reserved CPU is one that a pod has for itself. */
    @Test
    void kubernetes124066AReservedCpuIsAssignedToAPod() {
        startsAlthough(
                "not all reserved cpus are present",
                wanted(Map.of()),
                cpus("static", "1-15", "{\"uid\":{\"app\":\"0\"}}"),
                NO_MEMORY);
    }

    /** Also kubernetes #84333, #98121, #110478: other CPUs are online than when the file was written. */
    @Test
    void kubernetes79823TheMachineHasOtherCpusThanTheState() {
        startsAlthough("current set of available CPUs", wanted(Map.of()), cpus("static", "0-11", "{}"), NO_MEMORY);
    }

    @Test
    void kubernetes107906CpusOfAnInitContainerAreLeaked() {
        startsAlthough(
                "overlaps with default cpuset",
                wanted(Map.of()),
                cpus("static", "0-15", "{\"uid\":{\"init\":\"2-3\"}}"),
                NO_MEMORY);
    }

    @Test
    void kubernetes141196NoCpuIsLeftForSharing() {
        startsAlthough(
                "default cpuset cannot be empty",
                wanted(Map.of("strict-cpu-reservation", "true")),
                cpus("static", "", "{\"uid\":{\"app\":\"1-3,5-7,9-11,13-15\"}}"),
                NO_MEMORY);
    }

    /** Also kubernetes #113130: what pods had is not given back in the file when they are gone. */
    @Test
    void kubernetes113035MemoryThatPodsHadIsStillReserved() {
        var wanted = wanted(Map.of());
        startsAlthough(
                "the expected machine state is different",
                wanted,
                cpus("static", "0-15", "{}"),
                memory(wanted, 0, 1L << 30, "{}"));
    }

    /** Also kubernetes #109996, machine-config-operator #2718: the kernel tells some MiB more or less than before. */
    @Test
    void kubernetes131253TheMemoryOfAZoneIsAnotherThanBefore() {
        var wanted = wanted(Map.of());
        startsAlthough(
                "the expected machine state is different",
                wanted,
                cpus("static", "0-15", "{}"),
                memory(wanted, 4L << 20, 0, "{}"));
    }

    /** So that the tests above refuse for their own reason only. */
    @Test
    void stateThatFitsIsAccepted() {
        var wanted = wanted(Map.of());
        var host = host(
                "fits",
                cpus("static", "0-15", "{}"),
                memory(
                        wanted,
                        0,
                        1L << 30,
                        "{\"uid\":{\"app\":[{\"numaAffinity\":[0],\"type\":\"memory\",\"size\":1073741824}]}}"));
        Trees.write(
                host.path("/etc/kubernetes/kubelet/config.json.d/" + DropIn.FILE_NAME),
                DropIn.render(wanted, VERSION, Set.of()).text());

        assertThat(new StartingKubelet(host).refusals()).isEmpty();
    }
}
