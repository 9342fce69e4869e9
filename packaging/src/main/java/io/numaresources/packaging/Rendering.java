package io.numaresources.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Objects in the order in which they are to be applied.
 *
 * @param objects the objects as they are written
 */
public record Rendering(List<JsonNode> objects) {
    private static final KubernetesSerialization MODELS = new KubernetesSerialization();
    private static final Pattern SEPARATOR = Pattern.compile("(?m)^---\\s*$");

    public Rendering {
        objects = List.copyOf(objects);
    }

    /** Parses YAML documents. */
    public static Rendering parse(String yaml) {
        return new Rendering(SEPARATOR
                .splitAsStream(yaml)
                .filter(document -> !document.isBlank())
                .map(document -> Serialization.unmarshal(document, JsonNode.class))
                .filter(JsonNode::isObject)
                .toList());
    }

    /** With the image of a release where it names one: in the Deployment, and in the scorecard's tests that run in the same image. */
    public Rendering with(Release release) {
        if (release.image().isEmpty()) {
            return this;
        }
        var copies = new ArrayList<JsonNode>();
        objects.forEach(object -> copies.add(object.deepCopy()));
        copies.stream().filter(kind("Deployment")).forEach(deployment -> {
            var container = (ObjectNode) deployment.at("/spec/template/spec/containers/0");
            var former = container.path("image");
            copies.stream()
                    .filter(kind("Configuration"))
                    .flatMap(configuration -> configuration.findParents("image").stream())
                    .filter(test -> test.path("image").equals(former))
                    .forEach(test -> ((ObjectNode) test).put("image", release.image()));
            container.put("image", release.image());
        });
        return new Rendering(copies);
    }

    /** Objects of a kind. */
    public Stream<JsonNode> all(String kind) {
        return objects.stream().filter(kind(kind));
    }

    /** Objects of a kind, as a Java type. */
    public <T> List<T> all(Class<T> type) {
        return all(type.getSimpleName())
                .map(object -> MODELS.convertValue(object, type))
                .toList();
    }

    /**
     * The only object of a kind.
     *
     * @throws IllegalStateException if there is none or another
     */
    public <T> T only(Class<T> type) {
        var found = all(type);
        if (found.size() != 1) {
            throw new IllegalStateException("one " + type.getSimpleName() + " expected, not " + found.size());
        }
        return found.getFirst();
    }

    private static Predicate<JsonNode> kind(String kind) {
        return object -> kind.equals(object.path("kind").asText());
    }
}
