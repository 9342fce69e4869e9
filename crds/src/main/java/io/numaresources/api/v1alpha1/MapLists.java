package io.numaresources.api.v1alpha1;

import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes lists of a type maps keyed by one field of their items, so that server-side apply merges them item by item. The
 * generator has no annotation for it (fabric8 #6668, #6669). Input: {@code property:key[,property:key]}. Runs when the CRDs
 * are generated, never in the operator.
 */
public final class MapLists implements SchemaCustomizer.Customizer {

    @Override
    public JSONSchemaProps apply(JSONSchemaProps type, String input, KubernetesSerialization serialization) {
        for (String pair : input.split(",")) {
            String property = pair.substring(0, pair.indexOf(':'));
            String key = pair.substring(pair.indexOf(':') + 1);
            var list = type.getProperties().get(property);
            list.setXKubernetesListType("map");
            list.setXKubernetesListMapKeys(List.of(key));
            requireKey(list.getItems().getSchema(), key);
        }
        return type;
    }

    private static void requireKey(JSONSchemaProps item, String key) {
        var required = new ArrayList<>(item.getRequired() == null ? List.<String>of() : item.getRequired());
        if (!required.contains(key)) {
            required.add(key);
        }
        item.setRequired(required);
    }
}
