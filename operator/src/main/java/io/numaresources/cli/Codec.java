package io.numaresources.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.YamlDumpSettingsBuilder;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;

/** How objects are read and written; what a newer operator wrote doesn't stop a command. */
final class Codec {
    /** For trees. */
    static final ObjectMapper JSON = new ObjectMapper()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);

    /** For objects, which configures {@link #JSON} for them. */
    static final KubernetesSerialization OBJECTS = objects();

    /** For output that must be the same in every process: unordered maps, such as labels, are sorted. */
    static final ObjectMapper SORTED = JSON.copy().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private Codec() {}

    private static KubernetesSerialization objects() {
        var objects = new KubernetesSerialization(
                JSON,
                true,
                new YamlDumpSettingsBuilder().setMinimizeQuotes(true).build());
        objects.registerKubernetesResource(NUMAResourcesOperator.class);
        objects.registerKubernetesResource(NUMANode.class);
        return objects;
    }
}
