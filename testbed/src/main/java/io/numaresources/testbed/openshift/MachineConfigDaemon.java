package io.numaresources.testbed.openshift;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.testbed.Nodes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The daemon on each node: cordons it, gives its simulated kubelet the configuration, reboots it and gives it back. */
final class MachineConfigDaemon {
    private static final String PREFIX = "machineconfiguration.openshift.io/";
    static final String CURRENT = PREFIX + "currentConfig";
    static final String DESIRED = PREFIX + "desiredConfig";
    static final String STATE = PREFIX + "state";
    private static final String REASON = PREFIX + "reason";
    private static final long TAKES_IN_MILLIS = 1200;
    private static final String KUBELET = "testbed.numaresources.io/kubelet";

    private final KubernetesClient client;
    private final Map<String, String> degraded = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Object>> damage = new ConcurrentHashMap<>();
    private final Map<String, Integer> reboots = new ConcurrentHashMap<>();
    private final Map<String, Instant> rebooted = new ConcurrentHashMap<>();

    MachineConfigDaemon(KubernetesClient client) {
        this.client = client;
    }

    /** Has it give up on a node. */
    void degrade(String node, String reason) {
        degraded.put(node, reason);
    }

    /** Has a kubelet get a value that it refuses to start with. */
    void damage(String node, Map<String, Object> fields) {
        damage.put(node, fields);
    }

    void repair(String node) {
        degraded.remove(node);
        damage.remove(node);
    }

    int reboots(String node) {
        return reboots.getOrDefault(node, 0);
    }

    /** A node as it was installed. */
    void adopt(String node, String rendered) {
        annotate(node, Map.of(CURRENT, rendered, DESIRED, rendered, STATE, "Done", REASON, ""));
    }

    /** Does the next thing on a node that is told to change; true while that is not done. */
    boolean step(Node node, Map<String, Object> kubelet) throws InterruptedException {
        String name = node.getMetadata().getName();
        var marks = node.getMetadata().getAnnotations();
        String desired = marks.get(DESIRED);
        if (desired.equals(marks.get(CURRENT)) && "Done".equals(marks.get(STATE))) {
            return false;
        }
        if (degraded.containsKey(name)) {
            if (!"Degraded".equals(marks.get(STATE))) {
                annotate(name, Map.of(STATE, "Degraded", REASON, degraded.get(name)));
            }
            return true;
        }
        switch (marks.get(STATE)) {
            case "Done", "Degraded" -> {
                Nodes.cordon(client, name, true);
                annotate(name, Map.of(STATE, "Working", REASON, ""));
            }
            case "Working" -> {
                annotate(name, Map.of(STATE, "Rebooting"));
                reboot(name, kubelet);
            }
            default -> back(node, desired, kubelet);
        }
        return true;
    }

    /** A daemon is a pod, so that it does nothing before the kubelet runs. */
    private void back(Node node, String desired, Map<String, Object> kubelet) {
        String name = node.getMetadata().getName();
        var since = rebooted.computeIfAbsent(name, first -> Instant.now());
        boolean ready = node.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
        if (ready && since.plusSeconds(2).isBefore(Instant.now())) {
            Nodes.cordon(client, name, false);
            annotate(name, Map.of(CURRENT, desired, STATE, "Done"));
        }
    }

    private void reboot(String name, Map<String, Object> kubelet) throws InterruptedException {
        var fields = new LinkedHashMap<>(kubelet);
        fields.putAll(damage.getOrDefault(name, Map.of()));
        Nodes.annotate(
                client,
                name,
                Collections.singletonMap(KUBELET, fields.isEmpty() ? null : Serialization.asJson(fields)));
        // the simulated kubelet takes it in a moment later, and nobody reads it as of the new boot before
        Thread.sleep(TAKES_IN_MILLIS);
        client.nodes()
                .withName(name)
                .editStatus(node -> new NodeBuilder(node)
                        .editStatus()
                        .editNodeInfo()
                        .withBootID(UUID.randomUUID().toString())
                        .endNodeInfo()
                        .endStatus()
                        .build());
        reboots.merge(name, 1, Integer::sum);
        rebooted.put(name, Instant.now().truncatedTo(ChronoUnit.MILLIS));
    }

    void annotate(String name, Map<String, String> annotations) {
        Nodes.annotate(client, name, annotations);
    }
}
