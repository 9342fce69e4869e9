package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The NodeResourceTopology CRD, both versions (facts §1.1, §1.2). */
final class TopologyDefinition {
    private static final String RESOURCE = "/noderesourcetopology-crd.yaml";

    /** Parsed once; nobody gets this one, since it can be changed. */
    private static final CustomResourceDefinition PARSED = parse();

    private TopologyDefinition() {}

    /** A copy of one's own. */
    static CustomResourceDefinition copy() {
        return Serialization.clone(PARSED);
    }

    private static CustomResourceDefinition parse() {
        try (InputStream in = TopologyDefinition.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not on the class path");
            }
            var definition = Serialization.unmarshal(in, CustomResourceDefinition.class);
            definition
                    .getMetadata()
                    .setLabels(Map.of(
                            StackLabels.MANAGED_BY,
                            StackLabels.OPERATOR,
                            StackLabels.NAME,
                            "noderesourcetopologies",
                            StackLabels.PART_OF,
                            OperandMeta.PART_OF,
                            StackLabels.COMPONENT,
                            "crd"));
            return definition;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
