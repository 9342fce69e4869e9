package io.numaresources.cli.scorecard;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The examples of a bundle's ClusterServiceVersion. */
final class Examples {
    private static final String CSV = ".clusterserviceversion.yaml";

    private Examples() {}

    /**
     * All of them, the one to begin with first.
     *
     * @throws UnreadableBundle if there is none
     */
    static List<JsonNode> of(Path bundle) {
        var annotation = "alm-examples";
        var text = serviceVersion(bundle).at("/metadata/annotations").path(annotation);
        var examples = new ArrayList<JsonNode>();
        Serialization.unmarshal(text.asText("[]"), JsonNode.class).forEach(examples::add);
        if (examples.isEmpty()) {
            throw new UnreadableBundle(bundle, "its ClusterServiceVersion has no " + annotation);
        }
        return examples;
    }

    private static JsonNode serviceVersion(Path bundle) {
        try (var files = Files.list(bundle.resolve("manifests"))) {
            var file = files.filter(one -> one.toString().endsWith(CSV))
                    .findFirst()
                    .orElseThrow(() -> new UnreadableBundle(bundle, "manifests has no *" + CSV));
            return Serialization.unmarshal(Files.readString(file), JsonNode.class);
        } catch (IOException e) {
            throw new UnreadableBundle(bundle, e.toString());
        }
    }
}
