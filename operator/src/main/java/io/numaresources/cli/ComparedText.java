package io.numaresources.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** An object as text without what the API server keeps for itself, so that two of them can be compared. */
final class ComparedText {
    private static final List<String> METADATA =
            List.of("managedFields", "resourceVersion", "generation", "uid", "creationTimestamp", "selfLink");

    private ComparedText() {}

    static String of(HasMetadata object) {
        ObjectNode tree = Codec.SORTED.valueToTree(object);
        tree.remove("status");
        if (tree.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove(METADATA);
            // written by the deployment controller
            if (metadata.get("annotations") instanceof ObjectNode annotations) {
                annotations.remove("deployment.kubernetes.io/revision");
                annotations.remove("deprecated.daemonset.template.generation");
                if (annotations.isEmpty()) {
                    metadata.remove("annotations");
                }
            }
        }
        return Codec.OBJECTS.asYaml(tree);
    }
}
