package io.numaresources.cli.validate;

import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.api.v1alpha1.NodePhase;
import io.numaresources.api.v1alpha1.Severity;
import io.numaresources.kubelet.NormalForm;
import io.numaresources.kubelet.Quantity;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks of one kubelet's configuration, as it runs. */
final class KubeletChecks {
    private static final String APPLY = "let the operator write it, or change the kubelet's configuration";
    private static final int ZONES_BY_DEFAULT = 8;
    private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(1);
    private static final Duration LONGEST_PERIOD = Duration.ofSeconds(10);

    private final ClusterState state;
    private final String node;
    private final Map<String, Object> fields;
    private final List<Found> found = new ArrayList<>();

    KubeletChecks(ClusterState state, String node, Map<String, Object> fields) {
        this.state = state;
        this.node = node;
        this.fields = fields;
    }

    static Found unreadable(String node, String reason) {
        return Found.of(
                Check.V10,
                Severity.WARNING,
                node,
                node + ": the kubelet's configuration can't be read (" + reason
                        + "): ask for the right to get nodes/proxy");
    }

    List<Found> all() {
        var wanted = kubelet();
        require(Check.V11, "CPU manager", "policy", "static", text("cpuManagerPolicy", "none"));
        reconcilePeriod();
        reservedCpus();
        require(Check.V14, "memory manager", "policy", "Static", text("memoryManagerPolicy", "None"));
        reservedMemory();
        require(
                Check.V16,
                "topology manager",
                "policy",
                wanted.map(kubelet -> kubelet.topologyManager().policy().value())
                        .orElse("single-numa-node"),
                text("topologyManagerPolicy", "none"));
        wanted.ifPresent(kubelet -> require(
                Check.V17,
                "topology manager",
                "scope",
                kubelet.topologyManager().scope().value(),
                text("topologyManagerScope", "container")));
        zones();
        Optional.ofNullable(state.reports().get(node)).ifPresent(this::asked);
        return found;
    }

    private Optional<Kubelet> kubelet() {
        return state.resource()
                .flatMap(resource -> resource.getSpec().nodeGroups().stream()
                        .filter(group -> group.name().equals(state.judged().get(node)))
                        .findFirst())
                .map(NodeGroup::kubelet);
    }

    private void require(Check check, String component, String setting, String expected, String detected) {
        if (!expected.equals(detected)) {
            add(check, component, setting, expected, detected);
        }
    }

    private void add(Check check, String component, String setting, String expected, String detected) {
        found.add(Found.of(check, Severity.ERROR, node, component, setting, expected, detected, APPLY));
    }

    private void reconcilePeriod() {
        var text = text("cpuManagerReconcilePeriod", "10s");
        if (!inRange(text)) {
            add(Check.V12, "CPU manager", "reconcile period", "1s to 10s", text);
        }
    }

    /** Java reads Go's durations from seconds up; what it can't read is shorter, and so out of range too. */
    private static boolean inRange(String text) {
        try {
            var period = Duration.parse("PT" + text);
            return period.compareTo(SHORTEST_PERIOD) >= 0 && period.compareTo(LONGEST_PERIOD) <= 0;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    private void reservedCpus() {
        if (text("reservedSystemCPUs", "").isEmpty()
                && amount("kubeReserved", "cpu")
                        .plus(amount("systemReserved", "cpu"))
                        .isZero()) {
            add(Check.V13, "kubelet", "reserved CPUs", "some", "none");
        }
    }

    private void reservedMemory() {
        if (!(fields.get("reservedMemory") instanceof List<?> zones) || zones.isEmpty()) {
            if ("Static".equals(text("memoryManagerPolicy", "None"))) {
                add(Check.V15, "memory manager", "reservedMemory", "memory on NUMA nodes", "none");
            }
            return;
        }
        var reserved = Quantity.ZERO;
        for (Object zone : zones) {
            if (zone instanceof Map<?, ?> entry && entry.get("limits") instanceof Map<?, ?> limits) {
                reserved = reserved.plus(quantity(limits.get("memory")));
            }
        }
        var threshold = amount("evictionHard", "memory.available");
        var wanted = amount("kubeReserved", "memory")
                .plus(amount("systemReserved", "memory"))
                .plus(threshold);
        if (!reserved.equals(wanted)) {
            add(Check.V18, "memory manager", "reservedMemory", wanted.toString(), reserved.toString());
        }
    }

    /** What an agent wrote or is to write; a node on its way there is no fault. */
    private void asked(NUMANode report) {
        var kubelet = report.getSpec().kubelet();
        if (kubelet == null) {
            return;
        }
        var status = report.getStatus();
        boolean done = status != null && status.phase() == NodePhase.CONFIGURED;
        try {
            var wanted = NormalForm.of(Configurations.owned(kubelet));
            wanted.differences(NormalForm.of(fields, Configurations.owned(kubelet))).stream()
                    .map(difference -> node + ": " + difference
                            + (done
                                    ? ": restart its kubelet, and see that no flag or file overrides the drop-in"
                                    : ": not changed yet"))
                    .map(text -> Found.of(Check.V40, done ? Severity.ERROR : Severity.INFO, node, text))
                    .forEach(found::add);
        } catch (IllegalArgumentException e) {
            found.add(Found.of(Check.V40, Severity.WARNING, node, node + ": can't be compared: " + e.getMessage()));
        }
    }

    private void zones() {
        var topology = state.topologies().get(node);
        int count = topology == null ? 0 : topology.zones().size();
        var options = fields.get("topologyManagerPolicyOptions") instanceof Map<?, ?> set ? set : Map.of();
        var allowed = options.get("max-allowable-numa-nodes");
        int most = allowed == null ? ZONES_BY_DEFAULT : quantity(allowed).wholeCpus();
        if (count > most) {
            add(Check.V19, "topology manager", "max-allowable-numa-nodes", "at least " + count, String.valueOf(most));
        }
    }

    private String text(String field, String absent) {
        var value = fields.get(field);
        return value == null || value.toString().isEmpty() ? absent : value.toString();
    }

    private Quantity amount(String field, String name) {
        return fields.get(field) instanceof Map<?, ?> map ? quantity(map.get(name)) : Quantity.ZERO;
    }

    /** A percentage counts as nothing here: the pre-flight check P08 refuses it. */
    private static Quantity quantity(@Nullable Object value) {
        try {
            return value == null ? Quantity.ZERO : Quantity.parse(value.toString());
        } catch (IllegalArgumentException e) {
            return Quantity.ZERO;
        }
    }
}
