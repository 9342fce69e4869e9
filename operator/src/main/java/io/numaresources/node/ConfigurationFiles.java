package io.numaresources.node;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a kubelet's files amount to: the file of --config, with the kubelet's defaults, and its drop-ins merged into it as JSON merge patches in their
 * order (cmd/kubelet/app/server.go, mergeKubeletConfigurations). Flags are left out: pre-flight refuses those that matter.
 */
final class ConfigurationFiles {
    private static final String CONFIG = "config";
    private static final String EVICTION = "evictionHard";
    /** From 1.33 on: signals that the file of --config doesn't name have their defaults (server.go, loadConfigFile). */
    private static final String EVICTION_MERGED = "mergeDefaultEvictionSettings";

    private static final int DEFAULT_PORT = 10250;

    /** pkg/kubelet/eviction/defaults_linux.go: where a file names none. */
    private static final Map<String, Object> EVICTION_DEFAULTS = Map.of(
            "memory.available", "100Mi",
            "nodefs.available", "10%",
            "nodefs.inodesFree", "5%",
            "imagefs.available", "15%",
            "imagefs.inodesFree", "5%");

    private ConfigurationFiles() {}

    static Map<String, Object> effective(Host host, KubeletInspection kubelet) {
        Map<String, Object> merged = new TreeMap<>(KubeletReader.flag(kubelet.process(), CONFIG)
                .flatMap(host::text)
                .flatMap(KubeletReader::parse)
                .orElse(Map.of()));
        var thresholds = new TreeMap<String, Object>();
        if (!(merged.get(EVICTION) instanceof Map<?, ?>) || Boolean.TRUE.equals(merged.get(EVICTION_MERGED))) {
            thresholds.putAll(EVICTION_DEFAULTS);
        }
        if (merged.get(EVICTION) instanceof Map<?, ?> named) {
            named.forEach((signal, threshold) -> thresholds.put(signal.toString(), threshold));
        }
        merged.put(EVICTION, thresholds);
        var directory = kubelet.placement().directory();
        if (directory.isPresent()) {
            for (String name : host.filesBelow(directory.get(), ".conf")) {
                var patch = host.text(directory.get() + "/" + name).flatMap(KubeletReader::parse);
                if (patch.isPresent()) {
                    merged = merge(merged, patch.get());
                }
            }
        }
        return merged;
    }

    /** The port on which the kubelet serves its configz. */
    static int port(Map<String, Object> effective) {
        return effective.get("port") instanceof Number port ? port.intValue() : DEFAULT_PORT;
    }

    /** RFC 7386. */
    private static Map<String, Object> merge(Map<?, ?> target, Map<?, ?> patch) {
        var merged = new LinkedHashMap<String, Object>();
        target.forEach((key, value) -> merged.put(key.toString(), value));
        patch.forEach((key, value) -> merge(merged, key.toString(), value));
        return merged;
    }

    private static void merge(Map<String, Object> merged, String key, @Nullable Object value) {
        if (value == null) {
            merged.remove(key);
        } else if (value instanceof Map<?, ?> patch) {
            merged.put(key, merge(merged.get(key) instanceof Map<?, ?> target ? target : Map.of(), patch));
        } else {
            merged.put(key, value);
        }
    }
}
