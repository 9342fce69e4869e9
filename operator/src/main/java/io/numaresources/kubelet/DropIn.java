package io.numaresources.kubelet;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The file that is written into the kubelet's drop-in directory. Complete for every owned field, so that what a file before it says about one of
 * them never shines through: a JSON merge patch keeps the keys of a map that it doesn't name (KEP-3983).
 *
 * @param text content, deterministic
 * @param hash hash over everything below the header
 */
public record DropIn(String text, String hash) {
    /** Sorts after the files of k3s, EKS and OpenShift. */
    public static final String FILE_NAME = "90-numaresources.conf";

    private static final String HASH = "# hash: ";

    /**
     * Renders the drop-in.
     *
     * @param configuration what the node is to run
     * @param version its kubelet: before 1.32 null removes nothing, so an inherited option is switched off by "false"
     * @param inherited keys in cpuManagerPolicyOptions and topologyManagerPolicyOptions that the files before this one set
     */
    public static DropIn render(OwnedConfiguration configuration, KubeletVersion version, Set<String> inherited) {
        var yaml = new YamlText();
        yaml.entry("apiVersion", "kubelet.config.k8s.io/v1beta1");
        yaml.entry("kind", "KubeletConfiguration");
        completed(configuration, version, inherited).forEach(yaml::entry);
        String body = yaml.toString();
        String hash = ShortHash.of(body);
        return new DropIn("""
                # Written by numaresources-operator. It is overwritten: change the NUMAResourcesOperator instead.
                # configuration: %s
                %s%s
                """.formatted(configuration.hash(), HASH, hash) + body, hash);
    }

    /** Whether a file is one that this operator wrote and nobody changed since. */
    public static boolean intact(String file) {
        int line = file.indexOf(HASH);
        int end = line < 0 ? -1 : file.indexOf('\n', line);
        return end > 0 && file.substring(line + HASH.length(), end).equals(ShortHash.of(file.substring(end + 1)));
    }

    private static Map<String, Object> completed(
            OwnedConfiguration configuration, KubeletVersion version, Set<String> inherited) {
        var map = configuration.toMap();
        map.put(
                "cpuManagerPolicyOptions",
                options(configuration.cpu().options(), PolicyOption.Owner.CPU, version, inherited));
        map.put(
                "topologyManagerPolicyOptions",
                options(configuration.topology().options(), PolicyOption.Owner.TOPOLOGY, version, inherited));
        var owned = configuration.cpu().reservedSystemCpus().isEmpty() ? List.of("cpu", "memory") : List.of("memory");
        for (String field : List.of("kubeReserved", "systemReserved")) {
            var amounts = new TreeMap<String, Object>(texts(map.get(field)));
            owned.forEach(resource -> amounts.putIfAbsent(resource, "0"));
            map.put(field, amounts);
        }
        var thresholds = new TreeMap<String, Object>(texts(map.get("evictionHard")));
        // 0% means no threshold, 0 is refused (pkg/kubelet/eviction/helpers.go)
        thresholds.putIfAbsent("memory.available", "0%");
        map.put("evictionHard", thresholds);
        if (configuration.featureGates().isEmpty()) {
            map.remove("featureGates");
        }
        return map;
    }

    private static Map<String, Object> options(
            Map<String, String> wanted, PolicyOption.Owner owner, KubeletVersion version, Set<String> inherited) {
        var options = new TreeMap<String, @Nullable Object>();
        boolean removes = version.atLeast(KubeletVersion.NULL_REMOVES);
        var others = new TreeSet<String>();
        for (var option : PolicyOption.of(owner)) {
            if (removes || inherited.contains(option.key())) {
                others.add(option.key());
            }
        }
        others.forEach(key -> options.put(key, removes ? null : "false"));
        options.putAll(wanted);
        return options;
    }

    private static Map<String, String> texts(@Nullable Object map) {
        var texts = new TreeMap<String, String>();
        if (map instanceof Map<?, ?> entries) {
            entries.forEach((key, value) -> texts.put(key.toString(), String.valueOf(value)));
        }
        return texts;
    }
}
