package io.numaresources.testbed.openshift;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Status of a pool as the node controller and the render controller write it. */
record PoolStatus(
        String pool, String wanted, int machines, int updated, int ready, int degraded, String renderFailure) {

    static PoolStatus of(String pool, String wanted, List<Node> nodes, String renderFailure) {
        int updated = 0;
        int ready = 0;
        int degraded = 0;
        for (var node : nodes) {
            var marks = node.getMetadata().getAnnotations();
            boolean current = wanted.equals(marks.get(MachineConfigDaemon.CURRENT))
                    && "Done".equals(marks.get(MachineConfigDaemon.STATE));
            boolean up = node.getStatus().getConditions().stream()
                    .anyMatch(condition -> condition.getType().equals("Ready")
                            && condition.getStatus().equals("True"));
            updated += current ? 1 : 0;
            ready += current && up ? 1 : 0;
            degraded += "Degraded".equals(marks.get(MachineConfigDaemon.STATE)) ? 1 : 0;
        }
        return new PoolStatus(pool, wanted, nodes.size(), updated, ready, degraded, renderFailure);
    }

    void write(KubernetesClient client) {
        var present = Kinds.POOL.in(client).withName(pool).get();
        if (present == null || content().equals(known(present.<Map<String, Object>>get("status")))) {
            return;
        }
        Kinds.POOL.in(client).withName(pool).editStatus(old -> {
            Map<String, Object> before = old.get("status");
            var status = content();
            if (machines != updated && before != null && before.get("configuration") != null) {
                status.put("configuration", before.get("configuration"));
            } else {
                status.put("configuration", Map.of("name", wanted));
            }
            status.put("conditions", conditions());
            old.setAdditionalProperty("status", status);
            return old;
        });
    }

    private Map<String, Object> content() {
        var status = new LinkedHashMap<String, Object>();
        status.put("machineCount", machines);
        status.put("updatedMachineCount", updated);
        status.put("readyMachineCount", ready);
        status.put("unavailableMachineCount", machines - ready);
        status.put("degradedMachineCount", degraded);
        // counts alone don't tell which configuration they are about
        status.put("observedGeneration", (wanted + renderFailure).hashCode() & 0xffff);
        return status;
    }

    private static Map<String, Object> known(@Nullable Map<String, Object> status) {
        var known = new LinkedHashMap<String, Object>();
        if (status != null) {
            for (String field : List.of(
                    "machineCount",
                    "updatedMachineCount",
                    "readyMachineCount",
                    "unavailableMachineCount",
                    "degradedMachineCount",
                    "observedGeneration")) {
                if (status.get(field) != null) {
                    known.put(field, status.get(field));
                }
            }
        }
        return known;
    }

    private List<Object> conditions() {
        boolean done = machines == updated;
        var conditions = new ArrayList<Object>();
        conditions.add(ConditionStyle.condition("Updated", done && renderFailure.isEmpty(), ""));
        conditions.add(ConditionStyle.condition("Updating", !done, ""));
        conditions.add(
                ConditionStyle.condition("NodeDegraded", degraded > 0, degraded > 0 ? "a node is degraded" : ""));
        conditions.add(ConditionStyle.condition("RenderDegraded", !renderFailure.isEmpty(), renderFailure));
        conditions.add(ConditionStyle.condition("Degraded", degraded > 0 || !renderFailure.isEmpty(), renderFailure));
        return conditions;
    }
}
