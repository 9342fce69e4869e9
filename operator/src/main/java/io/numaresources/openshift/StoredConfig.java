package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.numaresources.kubelet.ConfigurationReader;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.stack.StackLabels;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A KubeletConfig as it is stored.
 *
 * @param name its name
 * @param ours whether this operator wrote it
 * @param annotations its annotations
 * @param generation generation of the spec
 * @param selector which pools; absent: none
 * @param kubelet spec.kubeletConfig
 * @param observed generation that the conditions are about, 0 for none
 * @param conditions in their order
 */
public record StoredConfig(
        String name,
        boolean ours,
        Map<String, String> annotations,
        long generation,
        Optional<LabelSelector> selector,
        Map<String, Object> kubelet,
        long observed,
        List<MachinePool.Condition> conditions) {
    private static final String SUFFIX = "machineconfiguration.openshift.io/mc-name-suffix";

    /** What the machine-config operator made of it. Accepted means that it rendered it: no kubelet has seen it yet. */
    public sealed interface Rendered {
        /** It has not looked at this generation. */
        record Pending() implements Rendered {}

        /** A MachineConfig was made of it. */
        record Accepted() implements Rendered {}

        /** It refused it. */
        record Refused(String message) implements Rendered {}
    }

    /** Reads an object. */
    public static StoredConfig of(GenericKubernetesResource object) {
        var tree = object.getAdditionalProperties();
        var meta = object.getMetadata();
        var labels = meta.getLabels();
        return new StoredConfig(
                meta.getName(),
                labels != null && StackLabels.OPERATOR.equals(labels.get(StackLabels.MANAGED_BY)),
                meta.getAnnotations() == null ? Map.of() : Map.copyOf(meta.getAnnotations()),
                meta.getGeneration() == null ? 0 : meta.getGeneration(),
                Tree.selector(tree, "spec", "machineConfigPoolSelector"),
                Tree.map(tree, "spec", "kubeletConfig"),
                Tree.number(tree, "status", "observedGeneration"),
                Tree.list(tree, "status", "conditions").stream()
                        .map(MachinePool.Condition::of)
                        .toList());
    }

    /** An annotation; empty where there is none. */
    public String annotation(String key) {
        return annotations.getOrDefault(key, "");
    }

    boolean selects(MachinePool pool) {
        return KubeletConfigs.selects(selector, pool);
    }

    /**
     * The outcome of rendering. Up to OpenShift 4.22 conditions are appended, Success with status True and Failure with status False; from 5.0 on there is
     * Accepted, and the last of the others has status True whichever it is. So Accepted counts by its status, and the last of the others by its type.
     */
    public Rendered rendered() {
        if (observed < generation || conditions.isEmpty()) {
            return new Rendered.Pending();
        }
        var accepted = conditions.stream()
                .filter(condition -> condition.type().equals("Accepted"))
                .reduce((first, last) -> last);
        var last = accepted.orElseGet(conditions::getLast);
        boolean success = accepted.isPresent() ? last.holds() : last.type().equals("Success");
        return success ? new Rendered.Accepted() : new Rendered.Refused(last.message());
    }

    /** Whether the MachineConfig that was generated from it is in a pool's rendered configuration. */
    boolean within(MachinePool pool) {
        String suffix = annotation(SUFFIX);
        return pool.sources()
                .contains("99-" + pool.name() + "-generated-kubelet" + (suffix.isEmpty() ? "" : "-" + suffix));
    }

    /** When this operator wrote it last. */
    Optional<Instant> writtenAt() {
        return Tree.time(annotation(Rendering.WRITTEN_AT));
    }

    /**
     * What its nodes are to run, as far as this operator owns it.
     *
     * @throws IllegalArgumentException where it has a value that no kubelet takes
     */
    public OwnedConfiguration owned() {
        return ConfigurationReader.read(kubelet);
    }

    /** Hash of spec.kubeletConfig as it is stored. */
    public String hash() {
        return Rendering.hash(kubelet);
    }
}
