package io.numaresources.topology;

import static io.numaresources.topology.Nodes.container;
import static io.numaresources.topology.Nodes.node;
import static io.numaresources.topology.Nodes.pod;
import static io.numaresources.topology.Nodes.resources;
import static io.numaresources.topology.Nodes.sidecar;
import static io.numaresources.topology.Nodes.withTenants;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Zones of pods that nobody publishes. */
class ResidencesTest {

    @Test
    void namesThePodsThatWouldMakeRoomThoughNobodyPublishesTheirZones() {
        var node = withTenants(
                node("single-numa-node/container", "cpu=3/8 memory=28Gi/32Gi", "cpu=2/8 memory=24Gi/32Gi"),
                Tenant.of("web/api-7", pod("cpu=5 memory=4Gi")),
                Tenant.of("web/cache-0", pod("cpu=2 memory=4Gi")),
                Tenant.of("batch/etl-3", pod("cpu=4 memory=4Gi")));

        assertThat(Explainer.explain(node, pod("cpu=4 memory=8Gi")).sentence())
                .endsWith("it would fit with container app at 3 CPUs, or if web/cache-0 left");
    }

    @Test
    void tellsNothingOfPodsThatMayBeInEitherZone() {
        var node = withTenants(
                node("single-numa-node/pod", "cpu=1/4 memory=6Gi/8Gi", "cpu=2/4 memory=7Gi/8Gi"),
                Tenant.of("a/one", pod("cpu=2 memory=1Gi")),
                Tenant.of("a/two", pod("cpu=2 memory=1Gi")),
                Tenant.of("a/small", pod("cpu=1 memory=1Gi")),
                Tenant.of("a/shared", pod("memory=1Gi")));

        assertThat(Residences.told(node).tenants())
                .extracting(Tenant::held)
                .containsExactly(Map.of(), Map.of(), Map.of(0, resources("cpu=1 memory=1Gi")), Map.of());
    }

    @Test
    void tellsNothingWhereWhatIsTakenIsNotWhatThePodsHold() {
        var node = withTenants(
                node("single-numa-node/pod", "cpu=1/4 memory=6Gi/8Gi", "cpu=4 memory=8Gi"),
                Tenant.of("a/one", pod("cpu=2 memory=2Gi")));

        assertThat(Residences.told(node)).isEqualTo(node);
    }

    @Test
    void findsTheContainersOfAPodInSeveralZonesUnderScopeContainerOnly() {
        var two = Tenant.of(
                "a/two",
                pod(
                        List.of(container("init", "cpu=1 memory=1Gi"), sidecar("proxy", "cpu=1 memory=1Gi")),
                        container("app", "cpu=3 memory=2Gi")));
        String[] zones = {"cpu=3/4 memory=7Gi/8Gi", "cpu=1/4 memory=6Gi/8Gi"};

        assertThat(Residences.told(withTenants(node("single-numa-node/container", zones), two))
                        .tenants())
                .extracting(Tenant::held)
                .containsExactly(Map.of(0, resources("cpu=1 memory=1Gi"), 1, resources("cpu=3 memory=2Gi")));
        var aligned = withTenants(node("single-numa-node/pod", zones), two);
        assertThat(Residences.told(aligned)).isEqualTo(aligned);
    }

    @Test
    void givesUpOnVeryManyPodsThatAreAlike() {
        var zones = IntStream.range(0, 8)
                .mapToObj(i -> "cpu=11/16 memory=59Gi/64Gi")
                .toArray(String[]::new);
        var tenants = IntStream.range(0, 40)
                .mapToObj(i -> Tenant.of("a/" + i, pod("cpu=1 memory=1Gi")))
                .toArray(Tenant[]::new);
        var node = withTenants(node("single-numa-node/pod", zones), tenants);

        assertThat(Residences.told(node)).isEqualTo(node);
    }

    /** Pods and the zones that they are in. */
    record Given(NumaNode node, Map<String, Integer> zones) {}

    @Provide
    Arbitrary<Given> givens() {
        return Arbitraries.randomValue(ResidencesTest::given);
    }

    private static Given given(Random random) {
        int count = 2 + random.nextInt(3);
        var left = new ArrayList<Resources>();
        for (int i = 0; i < count; i++) {
            left.add(resources("cpu=32 memory=64Gi"));
        }
        var zones = new HashMap<String, Integer>();
        var tenants = new ArrayList<Tenant>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            var tenant = Tenant.of(
                    "a/" + i, pod("cpu=%d memory=%dGi".formatted(1 + random.nextInt(5), 1 + random.nextInt(10))));
            int zone = random.nextInt(count);
            left.set(zone, left.get(zone).minus(tenant.requests()));
            zones.put(tenant.name(), zone);
            tenants.add(tenant);
        }
        var list = IntStream.range(0, count)
                .mapToObj(id -> Zone.free(id, resources("cpu=32 memory=64Gi")).withAvailable(left.get(id)))
                .toList();
        var rules = KubeletRules.published(AlignmentPolicy.SINGLE_NUMA_NODE, AlignmentScope.POD);
        return new Given(withTenants(NumaNode.published("node", rules, list), tenants.toArray(Tenant[]::new)), zones);
    }

    @Property
    void whatIsToldIsTrue(@ForAll("givens") Given given) {
        for (Tenant tenant : Residences.told(given.node()).tenants()) {
            if (!tenant.held().isEmpty()) {
                assertThat(tenant.held()).isEqualTo(Map.of(given.zones().get(tenant.name()), tenant.requests()));
            }
        }
    }
}
