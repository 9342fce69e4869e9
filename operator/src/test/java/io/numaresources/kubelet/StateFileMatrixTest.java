package io.numaresources.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StateFileMatrixTest {
    private static final Machine MACHINE = Machines.of(2, 2, 8, 2);
    private static final KubeletVersion V = new KubeletVersion(1, 34);
    private static final OwnedConfiguration BASE = plan(1, "1Gi", Map.of());

    private static OwnedConfiguration plan(int cores, String memory, Map<String, String> options) {
        return Wishes.plan(
                Wishes.with(new Wish.Cpus.PerZone(cores), Optional.of(Quantity.parse(memory)), options), MACHINE);
    }

    private static OwnedConfiguration topology(TopologyManagerPolicy policy) {
        return new OwnedConfiguration(
                BASE.cpu(),
                BASE.memory(),
                Wishes.topology(policy, Map.of("prefer-closest-numa-nodes", "true")),
                BASE.reserved(),
                BASE.featureGates());
    }

    private static OwnedConfiguration memoryNone(String memory) {
        var wish = Wishes.with(new Wish.Cpus.PerZone(1), Optional.of(Quantity.parse(memory)), Map.of());
        return Wishes.plan(
                new Wish(
                        wish.cpuPolicy(),
                        new TreeMap<>(),
                        wish.reconcilePeriod(),
                        MemoryManagerPolicy.NONE,
                        wish.topology(),
                        wish.cpus(),
                        wish.memory()),
                MACHINE);
    }

    static Stream<Arguments> changes() {
        var none = Wishes.plan(Wishes.none(), MACHINE);
        return Stream.of(
                Arguments.of("nothing", BASE, BASE, ""),
                Arguments.of("both policies on", none, BASE, "CPU MEMORY"),
                Arguments.of("both policies off", BASE, none, "CPU MEMORY"),
                Arguments.of(
                        "strict reservation on", BASE, plan(1, "1Gi", Map.of("strict-cpu-reservation", "true")), "CPU"),
                Arguments.of(
                        "strict reservation off",
                        plan(1, "1Gi", Map.of("strict-cpu-reservation", "true")),
                        BASE,
                        "CPU"),
                Arguments.of(
                        "strict written as false", BASE, plan(1, "1Gi", Map.of("strict-cpu-reservation", "false")), ""),
                Arguments.of("reserved CPUs", BASE, plan(2, "1Gi", Map.of()), "CPU"),
                Arguments.of("another CPU option", BASE, plan(1, "1Gi", Map.of("full-pcpus-only", "true")), ""),
                Arguments.of("reserved memory", BASE, plan(1, "2Gi", Map.of()), "MEMORY"),
                Arguments.of("memory policy", BASE, memoryNone("1Gi"), "MEMORY"),
                Arguments.of("reserved memory without Static", memoryNone("1Gi"), memoryNone("2Gi"), ""),
                Arguments.of("topology policy and options", BASE, topology(TopologyManagerPolicy.RESTRICTED), ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void movesWhatTheKubeletWouldRefuse(
            String change, OwnedConfiguration before, OwnedConfiguration after, String files) {
        assertThat(files(new StateFileMatrix.Start(NormalForm.of(before), NormalForm.of(after), V, V, false, false)))
                .as(change)
                .isEqualTo(files);
    }

    @ParameterizedTest
    @CsvSource({"true, false, CPU", "false, true, MEMORY", "true, true, CPU MEMORY", "false, false, ''"})
    void movesWhatOtherHardwareInvalidates(boolean cpus, boolean memory, String files) {
        assertThat(files(new StateFileMatrix.Start(NormalForm.of(BASE), NormalForm.of(BASE), V, V, cpus, memory)))
                .isEqualTo(files);
        var none = NormalForm.of(Wishes.plan(Wishes.none(), MACHINE));
        assertThat(files(new StateFileMatrix.Start(none, none, V, V, cpus, memory)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1.37, 1.36, CPU MEMORY", "1.36, 1.35, CPU MEMORY", "1.35, 1.34, ''", "1.36, 1.37, ''", "1.37, 1.37, ''"
    })
    void movesBothOnADowngradeAcrossTheFormat(String from, String to, String files) {
        assertThat(files(new StateFileMatrix.Start(
                        NormalForm.of(BASE),
                        NormalForm.of(BASE),
                        KubeletVersion.parse(from),
                        KubeletVersion.parse(to),
                        false,
                        false)))
                .isEqualTo(files);
    }

    @Test
    void saysWhy() {
        assertThat(StateFileMatrix.moves(new StateFileMatrix.Start(
                        NormalForm.of(BASE), NormalForm.of(plan(2, "2Gi", Map.of())), V, V, true, true)))
                .extracting(move -> move.file().fileName() + ": " + move.why())
                .containsExactly(
                        "cpu_manager_state: the reserved CPUs change",
                        "memory_manager_state: the reserved memory changes");
    }

    private static String files(StateFileMatrix.Start start) {
        return StateFileMatrix.moves(start).stream()
                .map(move -> move.file().name())
                .collect(Collectors.joining(" "));
    }
}
