package io.numaresources.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.testbed.UsedRights.Use;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class UnusedRightsTest {
    private static final ShippedRight EVERYWHERE = new ShippedRight("ClusterRole a", "", "", "pods", "get", "");
    private static final ShippedRight IN_NAMESPACE = new ShippedRight("Role ns b", "ns", "", "pods", "get", "");
    private static final ShippedRight ONE_OBJECT = new ShippedRight("Role ns c", "ns", "", "pods", "get", "x");
    private static final ShippedRight CREATES_ONE = new ShippedRight("Role ns c", "ns", "", "pods", "create", "x");

    @Test
    void aUseNeedsTheNarrowestRightThatAllowsIt() {
        assertThat(unused(use("get", "ns", "x"))).containsExactly(EVERYWHERE, IN_NAMESPACE, CREATES_ONE);
        assertThat(unused(use("get", "ns", "y"))).containsExactly(EVERYWHERE, CREATES_ONE, ONE_OBJECT);
        assertThat(unused(use("get", "other", "x"))).containsExactly(IN_NAMESPACE, CREATES_ONE, ONE_OBJECT);
    }

    @Test
    void noNamedRightAllowsToCreate() {
        assertThat(unused(use("create", "ns", "x"))).contains(CREATES_ONE);
    }

    @Test
    void anotherGroupVerbOrSubresourceIsAnotherRight() {
        assertThat(unused(
                        new Use("operator", "get", "metrics.k8s.io", "pods", "ns", "x"),
                        new Use("operator", "list", "", "pods", "ns", ""),
                        new Use("operator", "get", "", "pods/log", "ns", "x")))
                .hasSize(4);
    }

    @Test
    void excusesAreForRightsThatConfigRbacGrants() throws IOException {
        var shipped = ShippedRights.read(ShippedRights.RBAC).all();

        assertThat(shipped).hasSizeGreaterThan(50);
        assertThat(Excuses.read().keySet())
                .isSubsetOf(shipped.stream().map(ShippedRight::toString).toList());
    }

    private static List<ShippedRight> unused(Use... uses) {
        var all = new TreeSet<>(List.of(EVERYWHERE, IN_NAMESPACE, ONE_OBJECT, CREATES_ONE));
        return List.copyOf(new ShippedRights(all).unused(List.of(uses)));
    }

    private static Use use(String verb, String namespace, String name) {
        return new Use("operator", verb, "", "pods", namespace, name);
    }
}
