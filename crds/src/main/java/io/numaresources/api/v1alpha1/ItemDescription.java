package io.numaresources.api.v1alpha1;

import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * Describes the items of a list or the values of a map, which the generator has no annotation for unless they are types of this
 * API. Input: {@code property:description}. Runs when the CRDs are generated, never in the operator.
 */
public final class ItemDescription implements SchemaCustomizer.Customizer {

    @Override
    public JSONSchemaProps apply(JSONSchemaProps type, String input, KubernetesSerialization serialization) {
        int colon = input.indexOf(':');
        JSONSchemaProps property = type.getProperties().get(input.substring(0, colon));
        JSONSchemaProps item = property.getItems() == null
                ? property.getAdditionalProperties().getSchema()
                : property.getItems().getSchema();
        item.setDescription(input.substring(colon + 1));
        return type;
    }
}
