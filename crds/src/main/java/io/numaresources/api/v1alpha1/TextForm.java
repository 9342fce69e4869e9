package io.numaresources.api.v1alpha1;

import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * Gives a property that may be a number or text the pattern of its text; the generator leaves {@code @Pattern} out of such a
 * property. Input: {@code property:pattern}. Runs when the CRDs are generated, never in the operator.
 */
public final class TextForm implements SchemaCustomizer.Customizer {
    private static final long MAX_LENGTH = 512;

    @Override
    public JSONSchemaProps apply(JSONSchemaProps type, String input, KubernetesSerialization serialization) {
        int colon = input.indexOf(':');
        var property = type.getProperties().get(input.substring(0, colon));
        property.setPattern(input.substring(colon + 1));
        property.setMaxLength(MAX_LENGTH);
        return type;
    }
}
