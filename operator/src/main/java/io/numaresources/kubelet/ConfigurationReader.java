package io.numaresources.kubelet;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads what {@link OwnedConfiguration#toMap()} writes; a field that is absent has the kubelet's default (apis/config/v1beta1/defaults.go). */
public final class ConfigurationReader {
    private ConfigurationReader() {}

    /**
     * The owned fields of a configuration in the form of the kubelet's own JSON.
     *
     * @throws IllegalArgumentException where a value is one that the kubelet refuses
     */
    public static OwnedConfiguration read(Map<String, ?> fields) {
        return new OwnedConfiguration(
                new OwnedConfiguration.Cpu(
                        CpuManagerPolicy.parse(text(fields, "cpuManagerPolicy", "none")),
                        texts(fields.get("cpuManagerPolicyOptions")),
                        GoText.duration(text(fields, "cpuManagerReconcilePeriod", "10s")),
                        CpuSet.parse(text(fields, "reservedSystemCPUs", ""))),
                new OwnedConfiguration.Memory(
                        MemoryManagerPolicy.parse(text(fields, "memoryManagerPolicy", "None")),
                        zones(fields.get("reservedMemory"))),
                new OwnedConfiguration.Topology(
                        TopologyManagerPolicy.parse(text(fields, "topologyManagerPolicy", "none")),
                        TopologyManagerScope.parse(text(fields, "topologyManagerScope", "container")),
                        texts(fields.get("topologyManagerPolicyOptions"))),
                new OwnedConfiguration.Reserved(
                        quantities(fields.get("kubeReserved")),
                        quantities(fields.get("systemReserved")),
                        texts(fields.get("evictionHard"))),
                gates(fields.get("featureGates")));
    }

    private static String text(Map<String, ?> fields, String field, String absent) {
        Object value = fields.get(field);
        return value == null ? absent : value.toString();
    }

    private static SortedMap<String, String> texts(@Nullable Object map) {
        var texts = new TreeMap<String, String>();
        if (map instanceof Map<?, ?> entries) {
            entries.forEach((key, value) -> texts.put(key.toString(), String.valueOf(value)));
        }
        return texts;
    }

    private static SortedMap<String, Quantity> quantities(@Nullable Object map) {
        var quantities = new TreeMap<String, Quantity>();
        texts(map).forEach((resource, text) -> quantities.put(resource, Quantity.parse(text)));
        return quantities;
    }

    private static SortedMap<String, Boolean> gates(@Nullable Object map) {
        var gates = new TreeMap<String, Boolean>();
        texts(map).forEach((gate, text) -> gates.put(gate, GoText.bool(text).orElse(false)));
        return gates;
    }

    private static SortedMap<Integer, SortedMap<String, Quantity>> zones(@Nullable Object list) {
        var zones = new TreeMap<Integer, SortedMap<String, Quantity>>();
        if (list instanceof List<?> entries) {
            for (Object entry : entries) {
                if (entry instanceof Map<?, ?> zone) {
                    zones.put(Integer.valueOf(String.valueOf(zone.get("numaNode"))), quantities(zone.get("limits")));
                }
            }
        }
        return zones;
    }
}
