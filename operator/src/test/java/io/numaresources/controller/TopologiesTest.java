package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.api.v1alpha1.UpdaterType;
import io.numaresources.stack.TopologyFacts;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopologiesTest {
    private static final UpdaterType NFD = UpdaterType.NODE_FEATURE_DISCOVERY;
    private static final UpdaterType RTE = UpdaterType.RESOURCE_TOPOLOGY_EXPORTER;
    private static final Set<String> NODES = Set.of("a", "b", "c");

    /** To decide is to ask nobody. */
    private static final KubernetesClient NO_CLIENT = (KubernetesClient) Proxy.newProxyInstance(
            TopologiesTest.class.getClassLoader(),
            new Class<?>[] {KubernetesClient.class},
            (proxy, method, arguments) -> {
                throw new AssertionError("asked the API server: " + method);
            });

    private final Topologies topologies = new Topologies(NO_CLIENT);

    @Test
    void keepsThoseOfManagedNodes() {
        assertThat(stale(List.of(ours("a"), ours("b")), Map.of("a", "hpc", "b", "hpc"), Set.of(), Map.of("hpc", NFD)))
                .isEmpty();
    }

    @Test
    void removesOursOfNodesThatLeftTheGroups() {
        assertThat(stale(List.of(ours("b"), ours("a")), Map.of(), Set.of(), Map.of()))
                .containsExactly("a", "b");
    }

    @Test
    void removesWhatTheExporterLeftOnANodeThatWasManagedBefore() {
        var left = List.of(topology("a", RTE, false));
        assertThat(stale(left, Map.of("a", "hpc"), Set.of(), Map.of())).isEmpty();

        assertThat(stale(left, Map.of(), Set.of(), Map.of())).containsExactly("a");
    }

    @Test
    void leavesThoseOfOthersOnNodesThatWereNeverManaged() {
        assertThat(stale(List.of(topology("a", null, false)), Map.of(), Set.of(), Map.of()))
                .isEmpty();
    }

    @Test
    void removesThoseOfNodesThatAreGone() {
        assertThat(stale(List.of(topology("gone", null, false)), Map.of(), Set.of(), Map.of()))
                .containsExactly("gone");
    }

    @Test
    void leavesNodesThatTwoGroupsClaim() {
        assertThat(stale(List.of(ours("a")), Map.of(), Set.of("a"), Map.of())).isEmpty();
    }

    @Test
    void removesWhatTheOtherUpdaterWroteOnceTheNewOneRunsEverywhere() {
        var old = List.of(topology("a", RTE, false), ours("b"));
        var groupOf = Map.of("a", "hpc", "b", "hpc");

        assertThat(stale(old, groupOf, Set.of(), Map.of()))
                .as("while it rolls out")
                .isEmpty();
        assertThat(stale(old, groupOf, Set.of(), Map.of("hpc", NFD))).containsExactly("a");
    }

    @Test
    void leavesATopologyWhoseWriterCanNotBeTold() {
        assertThat(stale(List.of(topology("a", null, false)), Map.of("a", "hpc"), Set.of(), Map.of("hpc", NFD)))
                .isEmpty();
    }

    @Test
    void managedOnesAreOursThoseOfMembersAndThoseThatOnceWere() {
        stale(List.of(), Map.of("b", "hpc"), Set.of(), Map.of());

        assertThat(topologies.managed(
                        List.of(
                                ours("a"),
                                topology("b", RTE, false),
                                topology("c", RTE, false),
                                topology("d", null, false)),
                        Set.of("c")))
                .containsExactly("a", "b", "c");
    }

    private List<String> stale(
            List<TopologyFacts> all,
            Map<String, String> groupOf,
            Set<String> conflict,
            Map<String, UpdaterType> types) {
        return topologies.stale(all, groupOf, conflict, NODES, types);
    }

    private static TopologyFacts ours(String name) {
        return topology(name, NFD, true);
    }

    private static TopologyFacts topology(String name, @Nullable UpdaterType style, boolean ours) {
        return new TopologyFacts(name, "restricted", "pod", 2, Optional.ofNullable(style), ours, List.of("w"));
    }
}
