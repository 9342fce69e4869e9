package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.numaresources.stack.Selectors;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What writes the kubelets' configuration of pools besides us.
 *
 * @param all every KubeletConfig of the cluster
 * @param profiles every PerformanceProfile
 */
public record KubeletConfigs(List<StoredConfig> all, List<PerformanceProfile> profiles) {

    /** Reads objects. */
    public static KubeletConfigs of(
            Collection<GenericKubernetesResource> configs, Collection<GenericKubernetesResource> profiles) {
        return new KubeletConfigs(
                configs.stream()
                        .map(StoredConfig::of)
                        .sorted(Comparator.comparing(StoredConfig::name))
                        .toList(),
                profiles.stream()
                        .map(PerformanceProfile::of)
                        .sorted(Comparator.comparing(PerformanceProfile::name))
                        .toList());
    }

    /** The one that this operator wrote for a pool. */
    public Optional<StoredConfig> ours(String pool) {
        return all.stream()
                .filter(config -> config.ours() && config.name().equals(Rendering.name(pool)))
                .findFirst();
    }

    /** All that this operator wrote. */
    public List<StoredConfig> ours() {
        return all.stream().filter(StoredConfig::ours).toList();
    }

    /**
     * Names of others that select a pool, but for those that a profile makes; several are not merged, the last created one wins
     * (openshift-docs #118856).
     */
    List<String> others(MachinePool pool) {
        String own = Rendering.name(pool.name());
        var made = profiles(pool).stream().map(name -> "performance-" + name).toList();
        return all.stream()
                .filter(config -> !(config.ours() && config.name().equals(own)))
                .filter(config -> config.selects(pool) || config.name().equals(own))
                .map(StoredConfig::name)
                .filter(name -> !made.contains(name))
                .toList();
    }

    /** Names of profiles that select a pool. Each writes a KubeletConfig, perhaps after a delay. */
    List<String> profiles(MachinePool pool) {
        return profiles.stream()
                .filter(profile -> profile.selects(pool))
                .map(PerformanceProfile::name)
                .toList();
    }

    /** Whether a pool would be selected by the labels. */
    static boolean selects(Optional<LabelSelector> selector, MachinePool pool) {
        return selector.filter(labels -> Selectors.matches(labels, pool.labels()))
                .isPresent();
    }
}
