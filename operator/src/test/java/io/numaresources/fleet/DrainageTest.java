package io.numaresources.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.numaresources.kubelet.preflight.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DrainageTest {
    private static final Tenants TENANTS = new Tenants(
            new LabelSelectorBuilder().addToMatchLabels("stay", "yes").build(), Optional.of("numa-system/operator"));

    private static PodBuilder pod(String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .endStatus();
    }

    private static PodBuilder owned(String name, String kind) {
        return pod(name)
                .editMetadata()
                .addNewOwnerReference()
                .withKind(kind)
                .withName("owner")
                .withController(true)
                .endOwnerReference()
                .endMetadata();
    }

    private static Pod operator() {
        return owned("operator", "ReplicaSet")
                .editMetadata()
                .withNamespace("numa-system")
                .endMetadata()
                .build();
    }

    private static List<String> names(List<Pod> pods) {
        return pods.stream().map(pod -> pod.getMetadata().getName()).toList();
    }

    @Test
    void evictsWhatAControllerMakesAgainAndNothingElse() {
        var pods = List.of(
                owned("replica", "ReplicaSet").build(),
                owned("daemon", "DaemonSet").build(),
                pod("mirror")
                        .editMetadata()
                        .addToAnnotations("kubernetes.io/config.mirror", "hash")
                        .endMetadata()
                        .build(),
                owned("excluded", "ReplicaSet")
                        .editMetadata()
                        .addToLabels("stay", "yes")
                        .endMetadata()
                        .build(),
                owned("finished", "Job")
                        .editStatus()
                        .withPhase("Succeeded")
                        .endStatus()
                        .build(),
                pod("numa-apply-node-1")
                        .editMetadata()
                        .withNamespace("numa-node-agents")
                        .endMetadata()
                        .build());

        var drainage = Drainage.of(TENANTS, pods, false);

        assertThat(names(drainage.evict())).containsExactly("replica");
        assertThat(drainage.stuck()).isEmpty();
        assertThat(Drainage.of(TENANTS, pods.subList(1, pods.size()), false).done())
                .isTrue();
    }

    @Test
    void waitsForPodsThatAreLeaving() {
        var leaving = owned("replica", "ReplicaSet")
                .editMetadata()
                .withDeletionTimestamp("2026-11-30T12:00:00Z")
                .endMetadata()
                .build();

        var drainage = Drainage.of(TENANTS, List.of(leaving), false);

        assertThat(drainage.evict()).isEmpty();
        assertThat(drainage.done()).isFalse();
    }

    @Test
    void neverEvictsAPodThatNobodyWouldMakeAgain() {
        var drainage = Drainage.of(TENANTS, List.of(pod("lonely").build()), false);

        assertThat(drainage.evict()).isEmpty();
        assertThat(names(drainage.stuck())).containsExactly("lonely");
        assertThat(drainage.done()).isFalse();
    }

    @Test
    void letsTheOperatorItselfGoLastOrStayWhereItCouldRunNowhereElse() {
        var both = List.of(operator(), owned("replica", "ReplicaSet").build());

        assertThat(names(Drainage.of(TENANTS, both, false).evict())).containsExactly("replica");
        assertThat(names(Drainage.of(TENANTS, List.of(operator()), false).evict()))
                .containsExactly("operator");
        assertThat(Drainage.of(TENANTS, List.of(operator()), true).done()).isTrue();
    }

    @Test
    void tellsWhatARestartedKubeletWouldGiveAnew() {
        var guaranteed = owned("pinned", "DaemonSet")
                .editSpec()
                .addNewContainer()
                .withNewResources()
                .withRequests(Map.of("cpu", new Quantity("2"), "memory", new Quantity("1Gi")))
                .endResources()
                .endContainer()
                .endSpec()
                .editStatus()
                .withQosClass("Guaranteed")
                .endStatus()
                .build();

        var read = TENANTS.workload(List.of(guaranteed)).pods().getFirst();

        assertThat(read.kind()).isEqualTo(Workload.Kind.DAEMON);
        assertThat(read.exclusive()).isTrue();
        assertThat(read.cpuMillis()).isEqualTo(2000);
        assertThat(read.memory()).isEqualTo(1L << 30);
        var burstable = new PodBuilder(guaranteed)
                .editStatus()
                .withQosClass("Burstable")
                .endStatus()
                .build();
        assertThat(TENANTS.workload(List.of(burstable)).pods().getFirst().exclusive())
                .isFalse();
    }

    @Provide
    Arbitrary<List<String>> kinds() {
        return Arbitraries.of("ReplicaSet", "StatefulSet", "Job", "DaemonSet", "")
                .list()
                .ofMaxSize(12);
    }

    @Property(tries = 200)
    void endsWithOnlyTheDaemonsLeftUnlessAPodIsBare(@ForAll("kinds") List<String> kinds) {
        var pods = new ArrayList<Pod>();
        for (int number = 0; number < kinds.size(); number++) {
            String kind = kinds.get(number);
            pods.add(
                    kind.isEmpty()
                            ? pod("p" + number).build()
                            : owned("p" + number, kind).build());
        }
        int rounds = 0;
        while (true) {
            var drainage = Drainage.of(TENANTS, pods, false);
            if (drainage.evict().isEmpty()) {
                assertThat(drainage.done()).isEqualTo(!kinds.contains(""));
                break;
            }
            pods.removeAll(drainage.evict());
            assertThat(rounds++).isLessThan(2);
        }
        assertThat(pods).hasSize((int) kinds.stream()
                .filter(kind -> kind.isEmpty() || kind.equals("DaemonSet"))
                .count());
    }
}
