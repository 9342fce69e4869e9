package io.numaresources.node;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.kubelet.DropIn;
import io.numaresources.kubelet.StateFile;
import io.numaresources.kubelet.preflight.KubeletFacts.DropInFile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads how a kubelet is started and configured. Other users' /proc entries and /var/lib/kubelet need root; nothing is written. */
public final class KubeletReader {
    private static final String DEFAULT_ROOT = "/var/lib/kubelet";
    private static final String KIND = "KubeletConfiguration";

    private final Host host;

    /** A reader of this host. */
    public KubeletReader(Host host) {
        this.host = host;
    }

    /** Reads everything. */
    public KubeletInspection read() {
        var process = KubeletProcess.find(host);
        var placement = Placement.detect(host, process);
        var root = flag(process, "root-dir").orElse(DEFAULT_ROOT);
        var before = new ArrayList<Map<String, Object>>();
        flag(process, "config")
                .flatMap(host::text)
                .flatMap(KubeletReader::parse)
                .ifPresent(before::add);
        var others = new ArrayList<DropInFile>();
        placement.directory().ifPresent(directory -> {
            for (String name : host.filesBelow(directory, ".conf")) {
                if (!name.equals(DropIn.FILE_NAME)) {
                    var content = host.text(directory + "/" + name).flatMap(KubeletReader::parse);
                    others.add(dropIn(name, content));
                    content.filter(fields -> name.compareTo(DropIn.FILE_NAME) < 0)
                            .ifPresent(before::add);
                }
            }
        });
        var states = new EnumMap<StateFile, KubeletInspection.StateSummary>(StateFile.class);
        var unreadable = EnumSet.noneOf(StateFile.class);
        for (var file : StateFile.values()) {
            host.text(root + "/" + file.fileName())
                    .ifPresent(text ->
                            state(text).ifPresentOrElse(state -> states.put(file, state), () -> unreadable.add(file)));
        }
        return new KubeletInspection(
                process, placement, root, others, options(before), cgroups(before, process), states, unreadable);
    }

    static Optional<String> flag(Optional<KubeletProcess> process, String name) {
        return process.filter(found -> found.program().equals("kubelet"))
                .flatMap(found -> Optional.ofNullable(found.flags().get(name)))
                .filter(value -> !value.isEmpty());
    }

    private static DropInFile dropIn(String name, Optional<Map<String, Object>> content) {
        boolean valid = content.filter(fields -> KIND.equals(fields.get("kind")) && fields.containsKey("apiVersion"))
                .isPresent();
        return new DropInFile(name, valid, content.map(Map::keySet).orElse(Set.of()));
    }

    private static Set<String> options(List<Map<String, Object>> files) {
        var keys = new TreeSet<String>();
        for (var file : files) {
            for (String field : List.of("cpuManagerPolicyOptions", "topologyManagerPolicyOptions")) {
                if (file.get(field) instanceof Map<?, ?> options) {
                    options.keySet().forEach(key -> keys.add(key.toString()));
                }
            }
        }
        return keys;
    }

    private static List<String> cgroups(List<Map<String, Object>> files, Optional<KubeletProcess> process) {
        var set = new ArrayList<String>();
        for (var entry : Map.of(
                        "systemReservedCgroup", "system-reserved-cgroup", "kubeReservedCgroup", "kube-reserved-cgroup")
                .entrySet()) {
            // the last file that names it wins, then the flag
            String value = "";
            for (var file : files) {
                if (file.get(entry.getKey()) instanceof String text) {
                    value = text;
                }
            }
            if (!flag(process, entry.getValue()).orElse(value).isEmpty()) {
                set.add(entry.getKey());
            }
        }
        return set.stream().sorted().toList();
    }

    private static Optional<KubeletInspection.StateSummary> state(String text) {
        return parse(text)
                .filter(fields -> fields.get("policyName") instanceof String && fields.containsKey("checksum"))
                .map(fields -> new KubeletInspection.StateSummary(
                        fields.get("policyName").toString(),
                        fields.getOrDefault("defaultCpuSet", "").toString()));
    }

    /** Anything but a map is no configuration and no checkpoint. */
    static Optional<Map<String, Object>> parse(String text) {
        try {
            if (Serialization.unmarshal(text, Object.class) instanceof Map<?, ?> entries) {
                var map = new TreeMap<String, Object>();
                entries.forEach((key, value) -> map.put(String.valueOf(key), value));
                return Optional.of(map);
            }
        } catch (KubernetesClientException | IllegalArgumentException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }
}
