package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The resource of this operator that says what the resources of nodetopology.openshift.io say. Those never wrote a kubelet's configuration, so there is no
 * kubelet block: applying it reboots nothing.
 *
 * @param resource a NUMAResourcesOperator
 * @param notes what is different, or has to be done by hand
 */
public record Migration(Map<String, Object> resource, List<String> notes) {
    private static final String KNOBS = "config.numa-operator.openshift.io/";
    private static final String SELINUX = "config.node.openshift-kni.io/selinux-policy";
    private static final String POOL_LABEL = "pools.operator.machineconfiguration.openshift.io/";
    private static final String NODE_POOL = "hypershift.openshift.io/nodePool";

    /**
     * Translates.
     *
     * @param operator the NUMAResourcesOperator
     * @param scheduler the NUMAResourcesScheduler; without one there is no scheduler
     * @param pools machine-config pools, where they are known, to name those that a selector means
     * @param hosted whether the pools that it names are NodePools of a hosted cluster
     */
    public static Migration of(
            GenericKubernetesResource operator,
            Optional<GenericKubernetesResource> scheduler,
            PoolNodes pools,
            boolean hosted) {
        var notes = new ArrayList<String>();
        var spec = new LinkedHashMap<String, Object>();
        var tree = operator.getAdditionalProperties();
        var groups = new ArrayList<Object>();
        for (Object group : Tree.list(tree, "spec", "nodeGroups")) {
            groups.addAll(groups(group, pools, hosted, scheduler.isPresent(), notes));
        }
        if (groups.isEmpty()) {
            notes.add("it has no node groups that can be translated: name at least one in spec.nodeGroups");
        }
        spec.put("nodeGroups", groups);
        spec.put("updater", updater(tree, notes));
        spec.put("scheduler", SchedulerMigration.of(scheduler, notes));
        if ("cluster".equals(knob(operator, "nrt-api-definition"))) {
            spec.put("topologyCRD", Map.of("management", "Unmanaged"));
        }
        if ("enabled".equals(knob(operator, "pause-reconciliation"))) {
            spec.put("paused", true);
        }
        notes.add(
                "kubelets are only observed, as before: add a kubelet block to a group to have it configured, which reboots its nodes");
        var resource = new LinkedHashMap<String, Object>();
        resource.put("apiVersion", "numaresources.io/v1alpha1");
        resource.put("kind", "NUMAResourcesOperator");
        resource.put("metadata", Map.of("name", "numaresources"));
        resource.put("spec", spec);
        return new Migration(resource, List.copyOf(notes));
    }

    private static List<Object> groups(
            Object group, PoolNodes pools, boolean hosted, boolean scheduled, List<String> notes) {
        if (Tree.texts(group, "annotations").containsKey(SELINUX)) {
            notes.add("the annotation " + SELINUX + " is dropped: no SELinux policy has to be installed on the nodes");
        }
        return names(group, pools, notes).stream()
                .<Object>map(name -> {
                    var translated = new LinkedHashMap<String, Object>();
                    translated.put("name", groupName(name));
                    if (hosted) {
                        translated.put("nodeSelector", Map.of("matchLabels", Map.of(NODE_POOL, name)));
                    } else {
                        translated.put("machineConfigPool", name);
                    }
                    var override = override(Tree.map(group, "config"), group, scheduled, notes);
                    if (!override.isEmpty()) {
                        translated.put("updater", override);
                    }
                    return translated;
                })
                .toList();
    }

    private static List<String> names(Object group, PoolNodes pools, List<String> notes) {
        var named = Tree.text(group, "poolName");
        if (named.isPresent()) {
            return List.of(named.get());
        }
        var selector = Tree.selector(group, "machineConfigPoolSelector");
        var found = pools.pools().stream()
                .filter(pool -> KubeletConfigs.selects(selector, pool))
                .map(MachinePool::name)
                .toList();
        if (!found.isEmpty()) {
            if (found.size() > 1) {
                notes.add("one selector means the pools " + String.join(", ", found) + ": there is a group for each");
            }
            return found;
        }
        var guessed = selector.map(LabelSelector::getMatchLabels).orElse(Map.of()).entrySet().stream()
                .flatMap(label -> {
                    if (label.getKey().startsWith(POOL_LABEL)) {
                        return Stream.of(label.getKey().substring(POOL_LABEL.length()));
                    }
                    return label.getKey().equals(MachinePool.ROLE) ? Stream.of(label.getValue()) : Stream.empty();
                })
                .distinct()
                .toList();
        notes.add(
                guessed.isEmpty()
                        ? "a group selects pools by labels that tell no name, and the pools are not known: give the MachineConfigPools too, or add a group by hand"
                        : "pool " + String.join(", ", guessed)
                                + " is taken from the label of a selector: check that it is meant");
        return guessed;
    }

    private static String groupName(String pool) {
        String name = pool.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", "-");
        return name.length() > 40 ? name.substring(0, 40).replaceAll("-+$", "") : name;
    }

    private static Map<String, Object> override(
            Map<String, Object> config, Object group, boolean scheduled, List<String> notes) {
        var override = new LinkedHashMap<String, Object>();
        var refresh = new LinkedHashMap<String, Object>();
        refresh.put("mode", Tree.text(config, "infoRefreshMode").orElse("Periodic"));
        String period = Tree.text(config, "infoRefreshPeriod").orElse("10s");
        if (period.matches("0+(ms|s|m|h)?")) {
            notes.add("infoRefreshPeriod " + period + " switches the timer off: use refresh.mode Events");
        } else {
            refresh.put("period", period);
        }
        if (on(config, "infoRefreshPause")) {
            refresh.put("paused", true);
        }
        override.put("refresh", refresh);
        String fingerprints = Tree.truth(group, "disablePodsFingerprinting")
                ? "Disabled"
                : Tree.text(config, "podsFingerprinting").orElse("EnabledExclusiveResources");
        switch (fingerprints) {
            case "Enabled" -> override.put("podsFingerprinting", "All");
            case "Disabled" -> {
                if (scheduled) {
                    notes.add("podsFingerprinting Disabled is left out: it would leave the scheduler's cache stuck");
                } else {
                    override.put("podsFingerprinting", "Disabled");
                }
            }
            default -> override.put("podsFingerprinting", "ExclusiveResources");
        }
        if (!Tree.list(config, "tolerations").isEmpty()) {
            override.put("tolerations", Tree.list(config, "tolerations"));
        }
        return override;
    }

    private static Map<String, Object> updater(Map<String, Object> tree, List<String> notes) {
        var updater = new LinkedHashMap<String, Object>();
        // the only one that knows what the former one knows
        updater.put("type", "ResourceTopologyExporter");
        Tree.text(tree, "spec", "logLevel").ifPresent(level -> updater.put("logLevel", level));
        var excludes = new ArrayList<Object>();
        for (Object exclude : Tree.list(tree, "spec", "podExcludes")) {
            var pod = new LinkedHashMap<String, Object>();
            Tree.text(exclude, "namespace").ifPresent(glob -> pod.put("namespace", glob));
            Tree.text(exclude, "name").ifPresent(glob -> pod.put("name", glob));
            excludes.add(pod);
        }
        if (!excludes.isEmpty()) {
            updater.put("exclude", Map.of("pods", excludes));
        }
        Tree.text(tree, "spec", "imageSpec")
                .ifPresent(image -> notes.add(
                        "the exporter image " + image + " is not carried over: the version matrix chooses one"));
        return updater;
    }

    static boolean on(@Nullable Object tree, String field) {
        return Tree.text(tree, field).filter("Enabled"::equals).isPresent();
    }

    static String knob(GenericKubernetesResource object, String name) {
        var annotations = object.getMetadata().getAnnotations();
        return annotations == null ? "" : annotations.getOrDefault(KNOBS + name, "");
    }
}
