package io.numaresources.testbed.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The kubelet-config controller: makes a MachineConfig of each KubeletConfig for each pool that it selects, or says why not. */
final class KubeletConfigRendering {
    private static final String SUFFIX = "machineconfiguration.openshift.io/mc-name-suffix";
    private static final String FINALIZER = "99-generated-kubelet";
    private static final Set<String> REFUSED =
            Set.of("cgroupDriver", "clusterDNS", "clusterDomain", "featureGates", "staticPodPath", "failSwapOn");

    private final KubernetesClient client;
    /** Generated content by name of the MachineConfig, by pool. */
    private final Map<String, TreeMap<String, Map<String, Object>>> generated = new HashMap<>();

    private final Map<String, Integer> suffixes = new HashMap<>();
    private final Map<String, String> refusals = new ConcurrentHashMap<>();

    KubeletConfigRendering(KubernetesClient client) {
        this.client = client;
    }

    /** Renders what is new and forgets what is deleted. */
    void pass(List<GenericKubernetesResource> pools, ConditionStyle style) {
        for (var config : Kinds.KUBELET_CONFIG.in(client).list().getItems()) {
            if (config.getMetadata().getDeletionTimestamp() != null) {
                forget(config);
            } else if (observed(config) < config.getMetadata().getGeneration()) {
                render(config, pools, style);
            }
        }
    }

    /** Has a KubeletConfig refused; an empty text ends that. */
    void refuse(String config, String message) {
        refusals.put(config, message);
    }

    /** MachineConfigs of a pool that were generated from KubeletConfigs; of several the one with the highest suffix counts, nothing is merged. */
    TreeMap<String, Map<String, Object>> of(String pool) {
        return generated.getOrDefault(pool, new TreeMap<>());
    }

    private void render(GenericKubernetesResource config, List<GenericKubernetesResource> pools, ConditionStyle style) {
        Map<String, Object> kubelet = Optional.ofNullable(config.<Map<String, Object>>get("spec", "kubeletConfig"))
                .orElseGet(LinkedHashMap::new);
        var selected = pools.stream().filter(pool -> selects(config, pool)).toList();
        var refused = kubelet.keySet().stream().filter(REFUSED::contains).findFirst();
        String problem = refusals.getOrDefault(config.getMetadata().getName(), "");
        if (!problem.isEmpty()) {
            status(config, style, problem);
            return;
        }
        if (refused.isPresent()) {
            problem =
                    "KubeletConfiguration: %s is not allowed to be set, but contains a value".formatted(refused.get());
        } else if (selected.isEmpty()) {
            problem = "KubeletConfig %s does not match any MachineConfigPools"
                    .formatted(config.getMetadata().getName());
        } else {
            String suffix = suffix(config, selected);
            for (var pool : selected) {
                String name = pool.getMetadata().getName();
                generated
                        .computeIfAbsent(name, known -> new TreeMap<>())
                        .put("99-" + name + "-generated-kubelet" + suffix, kubelet);
            }
        }
        status(config, style, problem);
    }

    /** The first one of a pool has none. */
    private String suffix(GenericKubernetesResource config, List<GenericKubernetesResource> pools) {
        String name = config.getMetadata().getName();
        if (!suffixes.containsKey(name)) {
            int next = pools.stream()
                    .mapToInt(pool -> of(pool.getMetadata().getName()).size())
                    .max()
                    .orElse(0);
            suffixes.put(name, next);
            Kinds.KUBELET_CONFIG.in(client).withName(name).edit(present -> {
                present.getMetadata().getFinalizers().add(FINALIZER);
                if (next > 0) {
                    present.getMetadata().getAnnotations().put(SUFFIX, String.valueOf(next));
                }
                return present;
            });
        }
        int suffix = suffixes.get(name);
        return suffix == 0 ? "" : "-" + suffix;
    }

    private void status(GenericKubernetesResource config, ConditionStyle style, String problem) {
        Kinds.KUBELET_CONFIG.in(client).withName(config.getMetadata().getName()).editStatus(present -> {
            List<Object> before = Optional.ofNullable(present.<List<Object>>get("status", "conditions"))
                    .orElse(List.of());
            var status = new LinkedHashMap<String, Object>();
            status.put("observedGeneration", config.getMetadata().getGeneration());
            status.put("conditions", style.after(before, problem.isEmpty(), problem.isEmpty() ? "Success" : problem));
            present.setAdditionalProperty("status", status);
            return present;
        });
    }

    private void forget(GenericKubernetesResource config) {
        String name = config.getMetadata().getName();
        int suffix = suffixes.getOrDefault(name, 0);
        generated.forEach((pool, configs) ->
                configs.remove("99-" + pool + "-generated-kubelet" + (suffix == 0 ? "" : "-" + suffix)));
        suffixes.remove(name);
        Kinds.KUBELET_CONFIG.in(client).withName(name).edit(present -> {
            present.getMetadata().getFinalizers().remove(FINALIZER);
            return present;
        });
    }

    private static long observed(GenericKubernetesResource config) {
        return config.get("status", "observedGeneration") instanceof Number number ? number.longValue() : 0;
    }

    /** An empty selector selects nothing. */
    private static boolean selects(GenericKubernetesResource config, GenericKubernetesResource pool) {
        Map<String, String> wanted = config.get("spec", "machineConfigPoolSelector", "matchLabels");
        var labels = pool.getMetadata().getLabels();
        return wanted != null
                && !wanted.isEmpty()
                && labels != null
                && labels.entrySet().containsAll(wanted.entrySet());
    }
}
