package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.numaresources.api.v1alpha1.LogLevel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names, labels and hashes of one operand's objects.
 *
 * @param namespace namespace of the operands
 * @param component value of the component label
 * @param name value of the name label
 * @param group node group, null for objects of all groups
 */
record OperandMeta(
        String namespace,
        String component,
        String name,
        @Nullable String group) {
    static final String PART_OF = "numaresources";
    private static final int HASH_BYTES = 8;

    static OperandMeta updater(String namespace, @Nullable String group) {
        return new OperandMeta(namespace, StackLabels.UPDATER, "numa-updater", group);
    }

    static OperandMeta scheduler(String namespace) {
        return new OperandMeta(namespace, StackLabels.SCHEDULER, "numa-scheduler", null);
    }

    ObjectMeta namespaced(String objectName) {
        return namespaced(objectName, namespace);
    }

    ObjectMeta namespaced(String objectName, String objectNamespace) {
        return new ObjectMetaBuilder()
                .withName(objectName)
                .withNamespace(objectNamespace)
                .withLabels(labels())
                .build();
    }

    ObjectMeta clusterScoped(String objectName) {
        return new ObjectMetaBuilder().withName(objectName).withLabels(labels()).build();
    }

    Map<String, String> labels() {
        var labels = new LinkedHashMap<String, String>();
        labels.put(StackLabels.MANAGED_BY, StackLabels.OPERATOR);
        labels.put(StackLabels.NAME, name);
        labels.put(StackLabels.PART_OF, PART_OF);
        labels.put(StackLabels.COMPONENT, component);
        if (group != null) {
            labels.put(StackLabels.GROUP, group);
        }
        return labels;
    }

    /** What selects the pods: never a version nor the updater's type, since a selector can't change. */
    Map<String, String> selector() {
        var selector = labels();
        selector.remove(StackLabels.MANAGED_BY);
        return selector;
    }

    /** Hash of mounted configuration, short enough for an annotation. */
    static String hash(Map<String, String> data) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            data.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> {
                digest.update(entry.getKey().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
                digest.update(entry.getValue().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            });
            return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** klog verbosity of a level. */
    static int verbosity(LogLevel level) {
        return switch (level) {
            case NORMAL -> 2;
            case DEBUG -> 4;
            case TRACE -> 6;
            case TRACE_ALL -> 8;
        };
    }
}
