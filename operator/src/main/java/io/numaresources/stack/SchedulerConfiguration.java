package io.numaresources.stack;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.ScoringResource;
import io.numaresources.api.v1alpha1.ScoringStrategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The KubeSchedulerConfiguration. The scheduler exits on an argument it doesn't know, so only what the matrix knows of its
 * image is written (facts §4.2). Preemption is in no published image and never written.
 */
final class SchedulerConfiguration {
    private static final String PLUGIN = "NodeResourceTopologyMatch";

    private SchedulerConfiguration() {}

    static String render(SchedulerPlan plan) {
        var root = new LinkedHashMap<String, Object>();
        root.put("apiVersion", "kubescheduler.config.k8s.io/v1");
        root.put("kind", "KubeSchedulerConfiguration");
        root.put("leaderElection", leaderElection(plan.input().namespace()));
        root.put("profiles", profiles(plan));
        return Serialization.asYaml(root);
    }

    private static Map<String, Object> leaderElection(String namespace) {
        var election = new LinkedHashMap<String, Object>();
        election.put("leaderElect", true);
        election.put("resourceLock", "leases");
        election.put("resourceName", SchedulerPlan.NAME);
        election.put("resourceNamespace", namespace);
        return election;
    }

    private static List<Map<String, Object>> profiles(SchedulerPlan plan) {
        var scheduler = plan.input().spec().scheduler();
        var profiles = new ArrayList<Map<String, Object>>();
        profiles.add(profile(scheduler.name(), scheduler.scoringStrategy(), plan));
        scheduler.profiles().forEach(extra -> profiles.add(profile(extra.name(), extra.scoringStrategy(), plan)));
        return profiles;
    }

    private static Map<String, Object> profile(String name, ScoringStrategy scoring, SchedulerPlan plan) {
        var profile = new LinkedHashMap<String, Object>();
        profile.put("schedulerName", name);
        profile.put("plugins", Map.of("multiPoint", Map.of("enabled", List.of(Map.of("name", PLUGIN)))));
        var config = new LinkedHashMap<String, Object>();
        config.put("name", PLUGIN);
        config.put("args", args(scoring, plan));
        profile.put("pluginConfig", List.of(config));
        return profile;
    }

    private static Map<String, Object> args(ScoringStrategy scoring, SchedulerPlan plan) {
        var known = plan.row().pluginArgs();
        var args = new LinkedHashMap<String, Object>();
        args.put("apiVersion", "kubescheduler.config.k8s.io/v1");
        args.put("kind", PLUGIN + "Args");
        putIf(known, args, "scoringStrategy", scoring(scoring));
        putIf(known, args, "cacheResyncPeriodSeconds", plan.resyncSeconds());
        var cache = new LinkedHashMap<String, Object>();
        putIf(
                known,
                cache,
                "cache.foreignPodsDetect",
                plan.input().spec().scheduler().foreignPods().value());
        // Autodetect follows the method each object names, so exporters and discovery may be mixed (facts §7.9).
        putIf(known, cache, "cache.resyncMethod", "Autodetect");
        putIf(known, cache, "cache.informerMode", plan.informer().value());
        putIf(known, cache, "cache.resyncScope", plan.row().resyncScope());
        if (!cache.isEmpty()) {
            args.put("cache", cache);
        }
        return args;
    }

    private static void putIf(List<String> known, Map<String, Object> args, String path, Object value) {
        if (known.contains(path)) {
            args.put(path.substring(path.indexOf('.') + 1), value);
        }
    }

    private static Map<String, Object> scoring(ScoringStrategy strategy) {
        var resources = strategy.resources().isEmpty()
                ? List.of(new ScoringResource("cpu", 1), new ScoringResource("memory", 1))
                : strategy.resources();
        var scoring = new LinkedHashMap<String, Object>();
        scoring.put("type", strategy.type().value());
        scoring.put(
                "resources",
                resources.stream().map(SchedulerConfiguration::weight).toList());
        return scoring;
    }

    private static Map<String, Object> weight(ScoringResource resource) {
        var weight = new LinkedHashMap<String, Object>();
        weight.put("name", resource.name());
        weight.put("weight", resource.weight());
        return weight;
    }
}
