package io.numaresources.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DropInTest {
    private static final KubeletVersion NEW = new KubeletVersion(1, 34);
    private static final KubeletVersion OLD = new KubeletVersion(1, 31);
    private static final OwnedConfiguration ALIGNED = Wishes.plan(
            Wishes.with(
                    new Wish.Cpus.PerZone(1), Optional.of(Quantity.parse("1Gi")), Map.of("full-pcpus-only", "true")),
            Machines.of(2, 2, 4, 2));

    @Test
    void namesEveryOwnedField() {
        assertThat(body(DropIn.render(ALIGNED, NEW, Set.of()))).isEqualTo("""
                apiVersion: "kubelet.config.k8s.io/v1beta1"
                kind: "KubeletConfiguration"
                cpuManagerPolicy: "static"
                cpuManagerPolicyOptions:
                  align-by-socket: null
                  distribute-cpus-across-cores: null
                  distribute-cpus-across-numa: null
                  full-pcpus-only: "true"
                  prefer-align-cpus-by-uncorecache: null
                  strict-cpu-reservation: null
                cpuManagerReconcilePeriod: "10s"
                reservedSystemCPUs: "0,4,8,12"
                memoryManagerPolicy: "Static"
                reservedMemory:
                - numaNode: 0
                  limits:
                    memory: "562Mi"
                - numaNode: 1
                  limits:
                    memory: "562Mi"
                topologyManagerPolicy: "single-numa-node"
                topologyManagerScope: "pod"
                topologyManagerPolicyOptions:
                  max-allowable-numa-nodes: null
                  prefer-closest-numa-nodes: null
                kubeReserved:
                  memory: "0"
                systemReserved:
                  memory: "1Gi"
                evictionHard:
                  memory.available: "100Mi"
                """);
    }

    @Test
    void switchesOffWhatIsInheritedWhereNullRemovesNothing() {
        var body = body(DropIn.render(ALIGNED, OLD, Set.of("align-by-socket", "full-pcpus-only")));
        assertThat(body)
                .contains("cpuManagerPolicyOptions:\n  align-by-socket: \"false\"\n  full-pcpus-only: \"true\"\ncpu")
                .doesNotContain("null");
    }

    @Test
    void namesAmountsOfCpuWhereNoSetReplacesThem() {
        var body = body(DropIn.render(Wishes.plan(Wishes.none(), Machines.of(1, 1, 4, 1)), NEW, Set.of()));
        assertThat(body)
                .contains("kubeReserved:\n  cpu: \"0\"\n  memory: \"0\"\n", "systemReserved:\n  cpu: \"0\"\n")
                .contains("reservedSystemCPUs: \"\"\n", "reservedMemory: []\n")
                .contains("  full-pcpus-only: null\n");
    }

    @Test
    void saysThatThereIsNoThresholdInTheOnlyWayTheKubeletAccepts() {
        var plan = ConfigurationPlan.of(Wishes.aligned(), Machines.of(1, 1, 4, 1), Current.of(Map.of()), NEW);
        assertThat(body(DropIn.render(plan, NEW, Set.of()))).contains("evictionHard:\n  memory.available: \"0%\"\n");
        assertThat(plan.memory().total()).isEqualTo(Quantity.parse("512Mi"));
    }

    @Test
    void writesNoGateButTheAlphaOne() {
        var wish = Wishes.with(new Wish.Cpus.Computed(), Optional.empty(), Map.of("align-by-socket", "true"));
        var body = body(DropIn.render(Wishes.plan(wish, Machines.of(1, 1, 4, 1)), NEW, Set.of()));
        assertThat(body).endsWith("featureGates:\n  CPUManagerPolicyAlphaOptions: true\n");
        assertThat(body(DropIn.render(ALIGNED, NEW, Set.of()))).doesNotContain("featureGates");
    }

    @Test
    void isTheSameForTheSameConfiguration() {
        var one = DropIn.render(ALIGNED, NEW, Set.of());
        assertThat(DropIn.render(ALIGNED, NEW, Set.of())).isEqualTo(one);
        assertThat(one.text()).contains("# hash: " + one.hash() + "\n", "# configuration: " + ALIGNED.hash() + "\n");
    }

    @ParameterizedTest
    @CsvSource({"0-, false", "'', true"})
    void noticesAChangeByHand(String inserted, boolean intact) {
        String text = DropIn.render(ALIGNED, NEW, Set.of()).text();
        assertThat(DropIn.intact(text.replace("reservedSystemCPUs: \"", "reservedSystemCPUs: \"" + inserted)))
                .isEqualTo(intact);
        assertThat(DropIn.intact("kind: KubeletConfiguration\n")).isFalse();
    }

    private static String body(DropIn file) {
        return file.text().replaceAll("(?m)^#.*\n", "");
    }
}
