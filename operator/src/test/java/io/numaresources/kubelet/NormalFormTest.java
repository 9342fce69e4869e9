package io.numaresources.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Live configurations as kubelet 1.34 prints them. */
class NormalFormTest {
    private static final OwnedConfiguration WANTED = Wishes.plan(
            Wishes.with(
                    new Wish.Cpus.PerZone(1), Optional.of(Quantity.parse("1Gi")), Map.of("full-pcpus-only", "true")),
            Machines.of(2, 2, 4, 2));

    private static Map<String, Object> live() {
        return new HashMap<>(Map.of(
                "cpuManagerPolicy",
                "static",
                "cpuManagerPolicyOptions",
                Map.of("full-pcpus-only", "true"),
                "reservedSystemCPUs",
                "0,4,8,12",
                "memoryManagerPolicy",
                "Static",
                "topologyManagerPolicy",
                "single-numa-node",
                "topologyManagerScope",
                "pod",
                "systemReserved",
                Map.of("memory", "1Gi", "cpu", "4"),
                "kubeReserved",
                Map.of("memory", "0", "ephemeral-storage", "1Gi"),
                "evictionHard",
                Map.of("memory.available", "100Mi", "nodefs.available", "10%"),
                "reservedMemory",
                List.of(
                        Map.of("numaNode", 1, "limits", Map.of("memory", "562Mi")),
                        Map.of("numaNode", 0, "limits", Map.of("memory", "562Mi")))));
    }

    private static List<NormalForm.Difference> differences(Map<String, Object> live) {
        return NormalForm.of(WANTED).differences(NormalForm.of(live, WANTED));
    }

    @Test
    void findsNoDifferenceInWhatMeansTheSame() {
        var live = live();
        live.put("cpuManagerReconcilePeriod", "0m10s");
        live.put("systemReserved", Map.of("memory", "1073741824"));
        live.put("cpuManagerPolicyOptions", Map.of("full-pcpus-only", "1", "align-by-socket", "false"));
        live.put("reservedSystemCPUs", "12,8,4,0");
        live.put("featureGates", Map.of("SomethingElse", true));
        assertThat(differences(live())).isEmpty();
        assertThat(differences(live)).isEmpty();
        assertThat(NormalForm.of(live, WANTED).hash()).isEqualTo(WANTED.hash());
    }

    @ParameterizedTest
    @CsvSource({
        "topologyManagerPolicy, restricted, topologyManagerPolicy",
        "topologyManagerScope, container, topologyManagerScope",
        "cpuManagerPolicy, none, cpuManagerPolicy",
        "memoryManagerPolicy, None, memoryManagerPolicy",
        "reservedSystemCPUs, '0,4', reservedSystemCPUs",
        "reservedSystemCPUs, what, reservedSystemCPUs",
        "cpuManagerReconcilePeriod, 5s, cpuManagerReconcilePeriod"
    })
    void namesTheFieldThatDiffers(String field, String value, String reported) {
        var live = live();
        live.put(field, value);
        assertThat(differences(live)).extracting(NormalForm.Difference::field).containsExactly(reported);
        assertThat(NormalForm.of(live, WANTED).hash()).isNotEqualTo(WANTED.hash());
    }

    @Test
    void namesNestedFields() {
        var live = live();
        live.put("cpuManagerPolicyOptions", Map.of());
        live.put("reservedMemory", List.of(Map.of("limits", Map.of("memory", "1124Mi"))));
        live.put("evictionHard", Map.of("memory.available", "200Mi"));
        live.put("kubeReserved", Map.of("memory", "5Mi"));
        assertThat(differences(live))
                .extracting(NormalForm.Difference::toString)
                .containsExactly(
                        "cpuManagerPolicyOptions.full-pcpus-only is absent, wanted true",
                        "evictionHard.memory.available is 209715200, wanted 104857600",
                        "kubeReserved.memory is 5242880, wanted none",
                        "reservedMemory.0.memory is 1178599424, wanted 589299712",
                        "reservedMemory.1.memory is absent, wanted 589299712");
    }

    /** The kubelet replaces these two by the size of reservedSystemCPUs, before or after it shows them. */
    @Test
    void comparesAmountsOfCpuOnlyWithoutAReservedSet() {
        var none = Wishes.plan(Wishes.none(), Machines.of(2, 2, 4, 2));
        Map<String, Object> live = Map.of(
                "systemReserved",
                Map.of("cpu", "1"),
                "evictionHard",
                Map.of("memory.available", "100Mi"),
                "topologyManagerScope",
                "pod");
        assertThat(NormalForm.of(none).differences(NormalForm.of(live, none)))
                .extracting(NormalForm.Difference::field)
                .containsExactly("systemReserved.cpu");
    }
}
