package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.ShortHash;
import io.numaresources.stack.StackLabels;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A pool's configuration as a KubeletConfig: only fields that the machine-config operator takes, and nothing empty. */
public final class Rendering {
    /** Annotation: revision of the group that it was written for. */
    public static final String REVISION = "numaresources.io/revision";

    /** Annotation: name of the group. */
    public static final String OF_GROUP = "numaresources.io/group";

    /** Annotation: what happens to it when its group is gone. */
    public static final String ON_DELETE = "numaresources.io/on-delete";

    /** Annotation: hash of what was written, by which a change by others shows. */
    public static final String WRITTEN = "numaresources.io/written";

    /** Annotation: when that was. */
    public static final String WRITTEN_AT = "numaresources.io/written-at";

    /** Annotation: spec.kubeletConfig before the last change, as JSON; {@code {}} where there was none. */
    public static final String PREVIOUS = "numaresources.io/previous";

    /** Annotation: revision that was taken back since nodes did not return. */
    public static final String TAKEN_BACK = "numaresources.io/taken-back";

    /** Annotation: rendered configuration that the pool wanted before the last change. */
    public static final String BEFORE = "numaresources.io/rendered-before";

    private static final String POOL_LABEL = "pools.operator.machineconfiguration.openshift.io/";

    /** Fields that validateUserKubeletConfig refuses (kubelet_config_controller, helpers.go). */
    private static final Set<String> REFUSED =
            Set.of("cgroupDriver", "clusterDNS", "clusterDomain", "featureGates", "staticPodPath", "failSwapOn");

    private Rendering() {}

    /** Name of the KubeletConfig of a pool. */
    public static String name(String pool) {
        return "numaresources-" + pool;
    }

    /**
     * spec.kubeletConfig. The template is overridden field by field and an empty value overrides nothing (mergo), so what is empty is left out.
     *
     * @param thresholds hard eviction thresholds that the kubelets have today: the signals that this field does not name become 0
     */
    static Map<String, Object> kubelet(OwnedConfiguration configuration, Map<String, String> thresholds) {
        var fields = new LinkedHashMap<String, Object>();
        configuration.toMap().forEach((field, value) -> {
            if (!REFUSED.contains(field) && !field.equals("evictionHard") && !empty(value)) {
                fields.put(field, value);
            }
        });
        var eviction = new TreeMap<>(thresholds);
        eviction.putAll(configuration.reserved().evictionHard());
        if (!eviction.isEmpty()) {
            fields.put("evictionHard", eviction);
        }
        return fields;
    }

    /** Hash over spec.kubeletConfig, whatever the order of its fields. */
    static String hash(Map<String, ?> kubelet) {
        return ShortHash.of(sorted(kubelet).toString());
    }

    /**
     * The KubeletConfig.
     *
     * @param selector label of the pool alone, see {@link #label}
     * @param kubelet spec.kubeletConfig; empty leaves it out, which validateUserKubeletConfig accepts (kubelet_config_controller, helpers.go), and so the
     *     template in force
     */
    public static GenericKubernetesResource object(
            String pool, Map.Entry<String, String> selector, Map<String, ?> kubelet, Map<String, String> annotations) {
        var object = new GenericKubernetesResource();
        object.setApiVersion(OpenShiftKind.KUBELET_CONFIG.apiVersion());
        object.setKind(OpenShiftKind.KUBELET_CONFIG.kind());
        object.setMetadata(new ObjectMetaBuilder()
                .withName(name(pool))
                .addToLabels(StackLabels.MANAGED_BY, StackLabels.OPERATOR)
                .addToLabels(StackLabels.PART_OF, "numaresources")
                .withAnnotations(annotations)
                .build());
        var spec = new LinkedHashMap<String, Object>();
        spec.put("machineConfigPoolSelector", Map.of("matchLabels", Map.of(selector.getKey(), selector.getValue())));
        if (!kubelet.isEmpty()) {
            spec.put("kubeletConfig", kubelet);
        }
        object.setAdditionalProperty("spec", spec);
        return object;
    }

    /** A label that this pool has and no other one; the one that the machine-config operator itself gives is taken first. */
    static Optional<Map.Entry<String, String>> label(MachinePool pool, Collection<MachinePool> pools) {
        return pool.labels().entrySet().stream()
                .filter(label -> pools.stream()
                        .filter(other -> !other.name().equals(pool.name()))
                        .noneMatch(
                                other -> label.getValue().equals(other.labels().get(label.getKey()))))
                .sorted((one, other) -> {
                    boolean first = one.getKey().equals(POOL_LABEL + pool.name());
                    boolean second = other.getKey().equals(POOL_LABEL + pool.name());
                    return first == second ? one.getKey().compareTo(other.getKey()) : Boolean.compare(second, first);
                })
                .findFirst();
    }

    private static boolean empty(Object value) {
        return switch (value) {
            case Map<?, ?> map -> map.isEmpty();
            case List<?> list -> list.isEmpty();
            default -> value.toString().isEmpty();
        };
    }

    private static Object sorted(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case Map<?, ?> map -> {
                var sorted = new TreeMap<String, Object>();
                map.forEach((key, child) -> sorted.put(key.toString(), sorted(child)));
                yield sorted;
            }
            case List<?> list -> list.stream().map(Rendering::sorted).toList();
            default -> value.toString();
        };
    }
}
