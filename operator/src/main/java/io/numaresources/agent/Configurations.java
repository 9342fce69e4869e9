package io.numaresources.agent;

import io.fabric8.kubernetes.api.model.Quantity;
import io.numaresources.api.v1alpha1.CpuPolicy;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.api.v1alpha1.MemoryPolicy;
import io.numaresources.api.v1alpha1.ReservedMemory;
import io.numaresources.api.v1alpha1.TopologyPolicy;
import io.numaresources.api.v1alpha1.TopologyScope;
import io.numaresources.kubelet.ConfigurationReader;
import io.numaresources.kubelet.OwnedConfiguration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A kubelet configuration as it is handed over in a NUMANode, as the core knows it, and as the kubelet itself writes it. */
public final class Configurations {
    private Configurations() {}

    /**
     * What a NUMANode asks for.
     *
     * @throws IllegalArgumentException where a value is one that the kubelet refuses
     */
    public static OwnedConfiguration owned(KubeletConfiguration configuration) {
        return ConfigurationReader.read(map(configuration));
    }

    /** What goes into a NUMANode. */
    public static KubeletConfiguration api(OwnedConfiguration configuration) {
        return live(configuration.toMap());
    }

    /** The owned fields in the form of the kubelet's own JSON; what is absent stays so. */
    public static Map<String, Object> map(KubeletConfiguration configuration) {
        var map = new LinkedHashMap<String, Object>();
        put(map, "cpuManagerPolicy", configuration.cpuManagerPolicy());
        map.put("cpuManagerPolicyOptions", configuration.cpuManagerPolicyOptions());
        put(map, "cpuManagerReconcilePeriod", configuration.cpuManagerReconcilePeriod());
        put(map, "reservedSystemCPUs", configuration.reservedSystemCPUs());
        put(map, "memoryManagerPolicy", configuration.memoryManagerPolicy());
        var zones = new ArrayList<Map<String, Object>>();
        for (var zone : configuration.reservedMemory()) {
            var limits = new TreeMap<String, String>();
            zone.limits().forEach((resource, quantity) -> limits.put(resource, quantity.toString()));
            zones.add(Map.of("numaNode", zone.numaNode(), "limits", limits));
        }
        map.put("reservedMemory", zones);
        put(map, "topologyManagerPolicy", configuration.topologyManagerPolicy());
        put(map, "topologyManagerScope", configuration.topologyManagerScope());
        map.put("topologyManagerPolicyOptions", configuration.topologyManagerPolicyOptions());
        map.put("kubeReserved", configuration.kubeReserved());
        map.put("systemReserved", configuration.systemReserved());
        map.put("evictionHard", configuration.evictionHard());
        map.put("featureGates", configuration.featureGates());
        return map;
    }

    /**
     * The owned fields of a kubelet's own JSON, of the object {@code kubeletconfig} in an answer of /configz. Of the feature gates only those that
     * are named there; a policy that the API doesn't know is left out.
     */
    public static KubeletConfiguration live(Map<String, ?> fields) {
        return new KubeletConfiguration(
                constant(CpuPolicy.values(), fields.get("cpuManagerPolicy")),
                texts(fields.get("cpuManagerPolicyOptions")),
                text(fields.get("cpuManagerReconcilePeriod")),
                text(fields.get("reservedSystemCPUs")),
                constant(MemoryPolicy.values(), fields.get("memoryManagerPolicy")),
                zones(fields.get("reservedMemory")),
                constant(TopologyPolicy.values(), fields.get("topologyManagerPolicy")),
                constant(TopologyScope.values(), fields.get("topologyManagerScope")),
                texts(fields.get("topologyManagerPolicyOptions")),
                texts(fields.get("kubeReserved")),
                texts(fields.get("systemReserved")),
                texts(fields.get("evictionHard")),
                gates(fields.get("featureGates")));
    }

    private static void put(Map<String, Object> map, String field, @Nullable Object value) {
        if (value != null) {
            map.put(field, value.toString());
        }
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null || value.toString().isEmpty() ? null : value.toString();
    }

    private static <E extends Enum<E>> @Nullable E constant(E[] values, @Nullable Object text) {
        return Arrays.stream(values)
                .filter(value -> value.toString().equals(text))
                .findFirst()
                .orElse(null);
    }

    private static Map<String, String> texts(@Nullable Object map) {
        var texts = new TreeMap<String, String>();
        if (map instanceof Map<?, ?> entries) {
            entries.forEach((key, value) -> texts.put(key.toString(), String.valueOf(value)));
        }
        return texts;
    }

    private static Map<String, Boolean> gates(@Nullable Object map) {
        var gates = new TreeMap<String, Boolean>();
        texts(map).forEach((gate, value) -> gates.put(gate, Boolean.valueOf(value)));
        return gates;
    }

    private static List<ReservedMemory> zones(@Nullable Object list) {
        var zones = new ArrayList<ReservedMemory>();
        if (list instanceof List<?> entries) {
            for (Object entry : entries) {
                if (entry instanceof Map<?, ?> zone) {
                    var limits = new TreeMap<String, Quantity>();
                    texts(zone.get("limits")).forEach((resource, text) -> limits.put(resource, Quantity.parse(text)));
                    zones.add(new ReservedMemory(Integer.valueOf(String.valueOf(zone.get("numaNode"))), limits));
                }
            }
        }
        return zones;
    }
}
