package io.numaresources.kubelet;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a node keeps back today, read from its live configz. Written back by this operator it stays the same, so that computing it again changes
 * nothing.
 *
 * @param reservedSystemCpus reservedSystemCPUs
 * @param reserved kubeReserved, systemReserved and evictionHard
 */
public record Current(CpuSet reservedSystemCpus, OwnedConfiguration.Reserved reserved) {

    /**
     * Reads the object {@code kubeletconfig} of an answer of /configz.
     *
     * @throws IllegalArgumentException where an amount can't be read, which the kubelet itself would have refused
     */
    public static Current of(Map<String, ?> kubeletConfig) {
        Object cpus = kubeletConfig.get("reservedSystemCPUs");
        return new Current(
                cpus == null ? CpuSet.EMPTY : CpuSet.parse(cpus.toString()),
                new OwnedConfiguration.Reserved(
                        quantities(kubeletConfig.get("kubeReserved")),
                        quantities(kubeletConfig.get("systemReserved")),
                        texts(kubeletConfig.get("evictionHard"))));
    }

    private static SortedMap<String, Quantity> quantities(Object map) {
        var quantities = new TreeMap<String, Quantity>();
        texts(map).forEach((resource, text) -> {
            if (resource.equals("cpu") || resource.equals("memory")) {
                quantities.put(resource, Quantity.parse(text));
            }
        });
        return quantities;
    }

    private static SortedMap<String, String> texts(Object map) {
        var texts = new TreeMap<String, String>();
        if (map instanceof Map<?, ?> entries) {
            entries.forEach((key, value) -> texts.put(key.toString(), String.valueOf(value)));
        }
        return texts;
    }
}
