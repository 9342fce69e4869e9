package io.numaresources.guard;

import io.fabric8.kubernetes.api.model.Taint;
import io.numaresources.explain.NodePlace.NodeTaint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON patch that gives a node other marks. The taints of a node are one list for everybody, so each removal tests that the entry is the one it was, and
 * what is added goes to the end of whatever the list is by then: what others write meanwhile stays, or the patch is refused.
 */
public final class TaintPatch {
    private static final String TAINTS = "/spec/taints";

    private TaintPatch() {}

    /**
     * The operations, none where nothing is to be changed.
     *
     * @param taints the taints of a node as they are
     * @param wanted all marks that it is to have
     */
    public static List<Map<String, Object>> of(List<Taint> taints, Set<NodeTaint> wanted) {
        var operations = new ArrayList<Map<String, Object>>();
        // from the end, so that an index stays right while entries go
        for (int i = taints.size() - 1; i >= 0; i--) {
            var taint = taints.get(i);
            if (NodeMark.ours(taint.getKey()) && !wanted.contains(NodeTaint.of(taint))) {
                var path = TAINTS + "/" + i;
                operations.add(operation("test", path + "/key", taint.getKey()));
                operations.add(operation("test", path + "/effect", taint.getEffect()));
                operations.add(Map.of("op", "remove", "path", path));
            }
        }
        var missing = wanted.stream()
                .filter(mark -> taints.stream().map(NodeTaint::of).noneMatch(mark::equals))
                .sorted((one, other) -> one.key().compareTo(other.key()))
                .toList();
        if (taints.isEmpty() && !missing.isEmpty()) {
            operations.add(operation("test", TAINTS, null));
            operations.add(operation("add", TAINTS, List.of()));
        }
        missing.forEach(mark -> operations.add(operation(
                "add", TAINTS + "/-", Map.of("key", mark.key(), "value", mark.value(), "effect", mark.effect()))));
        return operations;
    }

    private static Map<String, Object> operation(String op, String path, @Nullable Object value) {
        var operation = new LinkedHashMap<String, Object>();
        operation.put("op", op);
        operation.put("path", path);
        operation.put("value", value);
        return operation;
    }
}
