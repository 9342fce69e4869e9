package io.numaresources.kubelet;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Computes what one node is to run: from what its group asks for, its hardware and what it keeps back today. */
public final class ConfigurationPlan {
    private static final String EVICTION = "memory.available";
    private static final long MEBIBYTE = 1L << 20;

    private ConfigurationPlan() {}

    /**
     * The configuration of a node. It may be one that the kubelet would refuse: pre-flight says so and why.
     *
     * @param wish what the group asks for
     * @param machine the node's hardware
     * @param today what the node keeps back today
     * @param version the node's kubelet, which decides whether an option needs a feature gate
     */
    public static OwnedConfiguration of(Wish wish, Machine machine, Current today, KubeletVersion version) {
        boolean pins = wish.cpuPolicy() == CpuManagerPolicy.STATIC;
        boolean alignsMemory = wish.memoryPolicy() == MemoryManagerPolicy.STATIC;
        var cpus = pins ? Reservations.cpus(wish.cpus(), machine, today) : today.reservedSystemCpus();
        var reserved = reserved(wish, machine, today, !cpus.isEmpty());
        return new OwnedConfiguration(
                new OwnedConfiguration.Cpu(
                        wish.cpuPolicy(), pins ? wish.cpuOptions() : new TreeMap<>(), wish.reconcilePeriod(), cpus),
                new OwnedConfiguration.Memory(
                        wish.memoryPolicy(), alignsMemory ? zones(machine, reserved) : new TreeMap<>()),
                wish.topology(),
                reserved,
                gates(wish, version));
    }

    private static OwnedConfiguration.Reserved reserved(Wish wish, Machine machine, Current today, boolean cpusNamed) {
        var kube = amounts(today.reserved().kube(), cpusNamed);
        var system = amounts(today.reserved().system(), cpusNamed);
        var before = today.reserved().both("memory");
        boolean alignsMemory = wish.memoryPolicy() == MemoryManagerPolicy.STATIC;
        var total =
                wish.memory().orElse(alignsMemory ? max(before, Quantity.ofBytes(Reservations.LEAST_MEMORY)) : before);
        if (total.compareTo(before) != 0) {
            var share = kube.getOrDefault("memory", Quantity.ZERO);
            if (share.compareTo(total) > 0) {
                share = Quantity.ZERO;
                kube.remove("memory");
            }
            system.put("memory", Quantity.ofBytes(total.bytes() - share.bytes()));
        }
        return new OwnedConfiguration.Reserved(kube, system, eviction(machine, today));
    }

    private static TreeMap<String, Quantity> amounts(SortedMap<String, Quantity> today, boolean cpusNamed) {
        var amounts = new TreeMap<>(today);
        if (cpusNamed) {
            amounts.remove("cpu");
        }
        amounts.values().removeIf(Quantity::isZero);
        return amounts;
    }

    /** A percentage of the node's memory is no round number, so it becomes an amount, rounded up to MiB. */
    private static SortedMap<String, String> eviction(Machine machine, Current today) {
        var thresholds = new TreeMap<String, String>();
        Optional.ofNullable(today.reserved().evictionHard().get(EVICTION))
                .ifPresent(text -> thresholds.put(EVICTION, absolute(text, machine.memory())));
        return thresholds;
    }

    private static String absolute(String text, long capacity) {
        if (!text.endsWith("%") || text.equals("0%") || text.equals("100%")) {
            return text;
        }
        long bytes = new BigDecimal(text.substring(0, text.length() - 1))
                .movePointLeft(2)
                .multiply(BigDecimal.valueOf(capacity))
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
        return Quantity.ofBytes((bytes + MEBIBYTE - 1) / MEBIBYTE * MEBIBYTE).toString();
    }

    private static SortedMap<Integer, SortedMap<String, Quantity>> zones(
            Machine machine, OwnedConfiguration.Reserved reserved) {
        var zones = new TreeMap<Integer, SortedMap<String, Quantity>>();
        Reservations.memory(machine, heldBack(reserved).map(Quantity::bytes).orElse(0L))
                .forEach((zone, bytes) -> zones.put(zone, new TreeMap<>(Map.of("memory", Quantity.ofBytes(bytes)))));
        return zones;
    }

    /**
     * What reservedMemory has to add up to: kubeReserved + systemReserved + the hard eviction threshold of memory.available.
     *
     * @return absent where the threshold is a percentage
     */
    public static Optional<Quantity> heldBack(OwnedConfiguration.Reserved reserved) {
        String threshold = reserved.evictionHard().getOrDefault(EVICTION, "0%");
        if (threshold.equals("0%") || threshold.equals("100%")) {
            return Optional.of(reserved.both("memory"));
        }
        return threshold.endsWith("%")
                ? Optional.empty()
                : Optional.of(reserved.both("memory").plus(Quantity.parse(threshold)));
    }

    private static SortedMap<String, Boolean> gates(Wish wish, KubeletVersion version) {
        boolean alpha = wish.cpuPolicy() == CpuManagerPolicy.STATIC
                && wish.cpuOptions().keySet().stream()
                        .flatMap(key -> PolicyOption.find(PolicyOption.Owner.CPU, key).stream())
                        .anyMatch(option -> option.at(version) == Maturity.ALPHA);
        return alpha ? new TreeMap<>(Map.of(FeatureGate.CPU_ALPHA_OPTIONS.key(), true)) : new TreeMap<>();
    }

    private static Quantity max(Quantity one, Quantity other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
