package io.numaresources.stack;

import io.numaresources.api.v1alpha1.Exclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Excludes as both updaters read them. */
final class Excludes {
    private Excludes() {}

    /** Resource names by node name, {@code *} for all nodes; entries of one node are merged. */
    static SortedMap<String, List<String>> byNode(Exclude exclude) {
        var byNode = new TreeMap<String, List<String>>();
        exclude.resources().forEach(entry -> {
            var names = byNode.computeIfAbsent(entry.node(), node -> new ArrayList<>());
            entry.resources().stream().filter(name -> !names.contains(name)).forEach(names::add);
        });
        return byNode;
    }

    /** Globs of pods. */
    static List<Map<String, String>> pods(Exclude exclude) {
        return exclude.pods().stream()
                .<Map<String, String>>map(
                        pod -> new TreeMap<>(Map.of("namespacePattern", pod.namespace(), "namePattern", pod.name())))
                .toList();
    }
}
