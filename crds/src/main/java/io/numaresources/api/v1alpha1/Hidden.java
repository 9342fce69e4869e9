package io.numaresources.api.v1alpha1;

import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * Leaves a property out of the schema: the operator notes it for itself and no server stores it. Input: the property. Runs when the
 * CRDs are generated, never in the operator.
 */
public final class Hidden implements SchemaCustomizer.Customizer {

    @Override
    public JSONSchemaProps apply(JSONSchemaProps type, String input, KubernetesSerialization serialization) {
        type.getProperties().remove(input);
        return type;
    }
}
