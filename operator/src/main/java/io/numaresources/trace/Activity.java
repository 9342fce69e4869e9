package io.numaresources.trace;

import java.util.Map;

/**
 * Something that takes a while and becomes a span.
 *
 * @param name the span's; one of few, so without the name of an object
 * @param attributes what it is about
 */
public record Activity(String name, Map<String, String> attributes) {

    public Activity {
        attributes = Map.copyOf(attributes);
    }

    /** A reconciler looks at one resource. */
    public static Activity pass(String reconciler, String action, String resource) {
        return new Activity(
                reconciler + " " + action,
                Map.of("numaresources.reconciler", reconciler, "numaresources.resource", resource));
    }

    /**
     * A node's change is taken further.
     *
     * @param phase in which it is when the step begins
     * @param generation of its NUMANode
     * @param hash of the wanted configuration; empty before there is one
     */
    public static Activity step(String phase, String node, String group, long generation, String hash) {
        return new Activity(
                "step " + phase,
                Map.of(
                        "numaresources.node", node,
                        "numaresources.group", group,
                        "numaresources.phase", phase,
                        "numaresources.generation", Long.toString(generation),
                        "numaresources.hash", hash));
    }
}
