package io.numaresources.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReservationsTest {
    private static final Machine TWO_SOCKETS = Machines.of(2, 2, 16, 2);

    @ParameterizedTest
    @CsvSource({"1, '0,16,32,48'", "2, '0-1,16-17,32-33,48-49'", "16, '0-63'", "40, '0-63'"})
    void keepsBackWholeCoresOfEachNumaNode(int cores, String cpus) {
        assertThat(Reservations.cpus(new Wish.Cpus.PerZone(cores), TWO_SOCKETS, Wishes.kubeadmDefault()))
                .hasToString(cpus);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, '0,16,32,48'",
        "500m, 500m, '0,16,32,48'",
        "4, 0, '0,16,32,48'",
        "4, 100m, '0-1,16-17,32-33,48-49'"
    })
    void computesAtLeastWhatIsReservedToday(String kube, String system, String cpus) {
        var today = Current.of(Map.of("kubeReserved", Map.of("cpu", kube), "systemReserved", Map.of("cpu", system)));
        assertThat(Reservations.cpus(new Wish.Cpus.Computed(), TWO_SOCKETS, today))
                .hasToString(cpus);
    }

    @Test
    void keepsTheSetOfToday() {
        var today = Current.of(Map.of("reservedSystemCPUs", "3,35"));
        assertThat(Reservations.cpus(new Wish.Cpus.Computed(), TWO_SOCKETS, today))
                .hasToString("3,35");
        assertThat(Reservations.cpus(new Wish.Cpus.Exactly(CpuSet.parse("1")), TWO_SOCKETS, today))
                .hasToString("1");
    }

    @Property(tries = 300)
    void splitsNoCore(
            @ForAll @IntRange(min = 1, max = 8) int zones,
            @ForAll @IntRange(min = 1, max = 12) int cores,
            @ForAll @IntRange(min = 1, max = 4) int threads,
            @ForAll @IntRange(min = 1, max = 13) int wanted) {
        var machine = Machines.of(1, zones, cores, threads);
        var reserved = Reservations.cpus(new Wish.Cpus.PerZone(wanted), machine, Wishes.kubeadmDefault());
        assertThat(machine.cores()).allMatch(core -> core.intersect(reserved).isEmpty() || reserved.containsAll(core));
        assertThat(machine.zones())
                .allMatch(zone -> zone.cpus().intersect(reserved).size() == Math.min(wanted, cores) * threads);
    }

    @Property(tries = 300)
    void addsUpExactlyWhateverTheNumaNodesHave(
            @ForAll List<@LongRange(max = 1L << 40) Long> memories,
            @ForAll @LongRange(min = 1, max = 1L << 34) long bytes) {
        var zones = new java.util.ArrayList<Machine.Zone>();
        for (long memory : memories) {
            zones.add(new Machine.Zone(
                    zones.size(), List.of(CpuSet.of(zones.size())), memory, new TreeMap<>(), List.of()));
        }
        var shares = Reservations.memory(new Machine(1, zones, CpuSet.EMPTY), bytes);
        boolean any = memories.stream().anyMatch(memory -> memory > 0);

        assertThat(shares.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(any ? bytes : 0);
        assertThat(shares.values()).allMatch(share -> share > 0);
        assertThat(shares.keySet()).allMatch(zone -> memories.get(zone) > 0);
    }

    @Test
    void reservesInProportionAndNothingOnNumaNodesWithoutCpus() {
        var big = new Machine.Zone(0, List.of(CpuSet.of(0)), 12 * Machines.GIB, new TreeMap<>(), List.of());
        var small = new Machine.Zone(1, List.of(CpuSet.of(1)), 4 * Machines.GIB, new TreeMap<>(), List.of());
        var far = new Machine.Zone(2, List.of(), 64 * Machines.GIB, new TreeMap<>(), List.of());

        assertThat(Reservations.memory(new Machine(1, List.of(big, small, far), CpuSet.EMPTY), 1024 << 20))
                .isEqualTo(Map.of(0, 768L << 20, 1, 256L << 20));
    }

    @Test
    void leavesHugepagesAlone() {
        var half = new Machine.Zone(
                0, List.of(CpuSet.of(0)), 16 * Machines.GIB, new TreeMap<>(Map.of(1L << 30, 12L << 30)), List.of());
        var whole = new Machine.Zone(1, List.of(CpuSet.of(1)), 4 * Machines.GIB, new TreeMap<>(), List.of());

        assertThat(Reservations.memory(new Machine(1, List.of(half, whole), CpuSet.EMPTY), 512 << 20))
                .isEqualTo(Map.of(0, 256L << 20, 1, 256L << 20));
    }

    @ParameterizedTest
    @CsvSource({"1Gi, 1Gi, 2Gi", "100Mi, '', 512Mi", "'', '', 512Mi", "512Mi, '', 512Mi"})
    void keepsBackAsMuchMemoryAsTodayButEnough(String kube, String system, String total) {
        var plan = ConfigurationPlan.of(
                Wishes.aligned(),
                TWO_SOCKETS,
                Current.of(Map.of("kubeReserved", memory(kube), "systemReserved", memory(system))),
                new KubeletVersion(1, 34));
        assertThat(plan.reserved().both("memory")).isEqualTo(Quantity.parse(total));
    }

    private static Map<String, String> memory(String amount) {
        return amount.isEmpty() ? Map.of() : Map.of("memory", amount);
    }

    @ParameterizedTest
    @CsvSource({"100Mi, 100Mi", "5%, 1639Mi", "0%, 0%", "10.5%, 3441Mi"})
    void makesAnAmountOfAPercentage(String threshold, String amount) {
        var plan = ConfigurationPlan.of(
                Wishes.aligned(),
                TWO_SOCKETS,
                Current.of(Map.of("evictionHard", Map.of("memory.available", threshold))),
                new KubeletVersion(1, 34));
        assertThat(plan.reserved().evictionHard()).containsExactly(Map.entry("memory.available", amount));
    }

    @Test
    void givesTheSystemWhatTheKubeShareLeaves() {
        var today = Current.of(Map.of("kubeReserved", Map.of("memory", "1Gi")));
        var more = ConfigurationPlan.of(
                Wishes.with(new Wish.Cpus.Computed(), Optional.of(Quantity.parse("3Gi")), Map.of()),
                TWO_SOCKETS,
                today,
                new KubeletVersion(1, 34));
        var less = ConfigurationPlan.of(
                Wishes.with(new Wish.Cpus.Computed(), Optional.of(Quantity.parse("768Mi")), Map.of()),
                TWO_SOCKETS,
                today,
                new KubeletVersion(1, 34));

        assertThat(more.reserved().system()).isEqualTo(Map.of("memory", Quantity.parse("2Gi")));
        assertThat(less.reserved().kube()).isEmpty();
        assertThat(less.reserved().both("memory")).isEqualTo(Quantity.parse("768Mi"));
    }

    /** kubernetes-sigs docs of the Go peer once gave a reservedMemory that did not add up (numaresources-operator #80). */
    @Property(tries = 300)
    void plansReservedMemoryThatEqualsNodeAllocatable(
            @ForAll @IntRange(min = 1, max = 8) int zones,
            @ForAll @LongRange(min = 1L << 30, max = 1L << 40) long memory,
            @ForAll @IntRange(max = 30) int percent,
            @ForAll @IntRange(max = 4000) int kubeMi) {
        var today = Current.of(Map.of(
                "kubeReserved",
                Map.of("memory", kubeMi + "Mi", "cpu", "250m"),
                "evictionHard",
                Map.of("memory.available", percent + "%")));
        var machine = Machines.of(1, zones, 4, 2, memory);
        var plan = ConfigurationPlan.of(Wishes.aligned(), machine, today, new KubeletVersion(1, 34));

        assertThat(plan.memory().total())
                .isEqualTo(ConfigurationPlan.heldBack(plan.reserved()).orElseThrow());
    }

    @Property(tries = 200)
    void plansTheSameOnceItIsApplied(
            @ForAll @IntRange(min = 1, max = 8) int zones,
            @ForAll @IntRange(max = 3000) int milliCpus,
            @ForAll @IntRange(max = 4000) int kubeMi,
            @ForAll @IntRange(max = 20) int percent) {
        var machine = Machines.of(1, zones, 4, 2);
        var today = Current.of(Map.of(
                "kubeReserved",
                Map.of("memory", kubeMi + "Mi", "cpu", milliCpus + "m"),
                "evictionHard",
                Map.of("memory.available", percent + "%")));
        for (var wish : List.of(Wishes.aligned(), Wishes.none())) {
            var plan = ConfigurationPlan.of(wish, machine, today, new KubeletVersion(1, 34));
            var again = ConfigurationPlan.of(wish, machine, Current.of(plan.toMap()), new KubeletVersion(1, 34));
            assertThat(again).isEqualTo(plan);
        }
    }

    @ParameterizedTest
    @CsvSource({"1.32, true", "1.33, false", "1.34, false"})
    void setsTheAlphaGateWhereAnOptionNeedsIt(String version, boolean gate) {
        var wish =
                Wishes.with(new Wish.Cpus.Computed(), Optional.empty(), Map.of("distribute-cpus-across-numa", "true"));
        var plan = ConfigurationPlan.of(wish, TWO_SOCKETS, Wishes.kubeadmDefault(), KubeletVersion.parse(version));
        assertThat(plan.featureGates().containsKey("CPUManagerPolicyAlphaOptions"))
                .isEqualTo(gate);
    }

    @Test
    void leavesTheReservationsOfTodayWithPolicyNone() {
        var today = Current.of(
                Map.of("reservedSystemCPUs", "0-1", "systemReserved", Map.of("memory", "200Mi", "cpu", "2")));
        var plan = ConfigurationPlan.of(Wishes.none(), TWO_SOCKETS, today, new KubeletVersion(1, 34));
        assertThat(plan.cpu().reservedSystemCpus()).hasToString("0-1");
        assertThat(plan.reserved().both("memory")).isEqualTo(Quantity.parse("200Mi"));
        assertThat(plan.memory().reserved()).isEmpty();
    }
}
