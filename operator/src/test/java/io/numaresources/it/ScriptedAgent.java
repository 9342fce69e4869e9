package io.numaresources.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.agent.AgentPods;
import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.HardwareFacts;
import io.numaresources.api.v1alpha1.HostFacts;
import io.numaresources.api.v1alpha1.KubeletFacts;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NodeAction;
import io.numaresources.api.v1alpha1.ZoneFacts;
import io.numaresources.rollout.Phase;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.Nodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Plays the agents of simulated nodes: does to a NUMANode's status what the agent does, whenever it is granted and its pod exists. The configuration
 * goes to the simulated kubelet, whose managers are the kubelet's own: it accepts or refuses it, and what it runs is read from it.
 */
final class ScriptedAgent implements AutoCloseable {
    private static final String OVERRIDES = "testbed.numaresources.io/kubelet";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int CONFLICT = 409;

    private final KubernetesClient client;
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI kubelets;
    private final Map<String, String> started = new ConcurrentHashMap<>();
    private final Map<String, Optional<String>> backups = new ConcurrentHashMap<>();
    private volatile boolean damageNext;
    private volatile Optional<String> damaged = Optional.empty();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("scripted-agent").unstarted(this::work);

    private ScriptedAgent(ControlPlane plane) {
        client = plane.newClient();
        kubelets = plane.processes().stream()
                .filter(process -> process.name().equals("simnode"))
                .flatMap(process -> ProcessHandle.of(process.pid()).stream())
                .flatMap(process -> process.info().arguments().stream().flatMap(Arrays::stream))
                .filter(argument -> argument.startsWith("--listen="))
                .map(argument -> URI.create("http://" + argument.substring("--listen=".length())))
                .findFirst()
                .orElseThrow();
    }

    static ScriptedAgent start(ControlPlane plane) {
        var agent = new ScriptedAgent(plane);
        agent.thread.start();
        return agent;
    }

    /** Writes a configuration that only a kubelet refuses onto the node that is changed next, and again onto that one until it is repaired. */
    void damageNext() {
        damageNext = true;
    }

    /** The node that was damaged. */
    Optional<String> damaged() {
        return damaged;
    }

    void repair() {
        damaged = Optional.empty();
    }

    @Override
    public void close() {
        thread.interrupt();
        client.close();
        http.close();
    }

    private void work() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                for (var node : client.resources(NUMANode.class).list().getItems()) {
                    act(node);
                }
                Thread.sleep(200);
            } catch (KubernetesClientException refused) {
                if (refused.getCode() != CONFLICT && !Thread.currentThread().isInterrupted()) {
                    System.err.println("scripted agent: " + refused.getMessage());
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void act(NUMANode node) throws InterruptedException {
        var action = node.getSpec().action();
        String name = node.getMetadata().getName();
        var phase = node.getStatus() == null || node.getStatus().phase() == null
                ? Phase.PENDING
                : Phase.parse(node.getStatus().phase().value());
        if (action == NodeAction.NONE || !podExists(action, name)) {
            return;
        }
        switch (phase) {
            case PENDING ->
                write(node, status -> {
                    facts(name, status);
                    enter(status, Phase.INSPECTED, "being checked");
                });
            case DRAINED -> {
                backups.put(name, overrides(name));
                write(node, status -> enter(status, Phase.BACKED_UP, "arming the rollback"));
            }
            case BACKED_UP -> write(node, status -> enter(status, Phase.ROLLBACK_ARMED, "restarting its kubelet"));
            case ROLLBACK_ARMED -> {
                if (damageNext) {
                    damageNext = false;
                    damaged = Optional.of(name);
                }
                restart(name, wanted(node));
                write(node, status -> {
                    facts(name, status);
                    enter(status, Phase.APPLIED, "being verified");
                });
            }
            case APPLIED -> error(name).ifPresent(why -> write(node, status -> enter(status, Phase.ROLLING_BACK, why)));
            case VERIFIED -> write(node, status -> enter(status, Phase.DISARMED, "being uncordoned"));
            case ROLLING_BACK -> {
                if (!"Restored".equals(node.getStatus().step())) {
                    restart(name, backups.getOrDefault(name, Optional.empty()));
                    write(node, status -> {
                        facts(name, status);
                        status.put("step", "Restored");
                    });
                }
            }
            default -> {}
        }
    }

    private boolean podExists(NodeAction action, String node) {
        return client.pods()
                        .inNamespace(AgentPods.NAMESPACE)
                        .withName(AgentPods.name(action, node))
                        .get()
                != null;
    }

    private Optional<String> wanted(NUMANode node) {
        if (node.getSpec().kubelet() == null) {
            return Optional.empty();
        }
        ObjectNode fields = JSON.valueToTree(Configurations.map(node.getSpec().kubelet()));
        if (damaged.filter(node.getMetadata().getName()::equals).isPresent()) {
            // adds up to another amount than the reservations do, which no check but the kubelet's own sees here
            fields.putArray("reservedMemory")
                    .addObject()
                    .put("numaNode", 0)
                    .putObject("limits")
                    .put("memory", "3Gi");
        }
        return Optional.of(fields.toString());
    }

    private Optional<String> overrides(String node) {
        return Optional.ofNullable(client.nodes()
                .withName(node)
                .get()
                .getMetadata()
                .getAnnotations()
                .get(OVERRIDES));
    }

    /** Gives the simulated kubelet its configuration, waits until it took it, and has it send a heartbeat if it runs. */
    private void restart(String node, Optional<String> overrides) throws InterruptedException {
        Nodes.annotate(client, node, Collections.singletonMap(OVERRIDES, overrides.orElse(null)));
        Thread.sleep(1000);
        started.put(node, Instant.now().toString());
        if (error(node).isEmpty()) {
            client.nodes().withName(node).editStatus(ScriptedAgent::beat);
        }
    }

    private static Node beat(Node node) {
        node.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("Ready"))
                .forEach(condition -> {
                    condition.setStatus("True");
                    condition.setReason("KubeletReady");
                    condition.setLastHeartbeatTime(Instant.now()
                            .plusSeconds(1)
                            .truncatedTo(ChronoUnit.SECONDS)
                            .toString());
                });
        return node;
    }

    private Optional<String> error(String node) {
        return Optional.of(get("/nodes/" + node).path("error").asText()).filter(text -> !text.isEmpty());
    }

    private void facts(String node, ObjectNode status) {
        var info = client.nodes().withName(node).get().getStatus().getNodeInfo();
        status.set("hardware", tree(demo()));
        status.set(
                "kubelet",
                tree(new KubeletFacts(
                        info.getKubeletVersion(),
                        "config-dir",
                        "/etc/kubernetes/kubelet.conf.d",
                        List.of(),
                        "/var/lib/kubelet",
                        true,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        "kubelet.service",
                        started.computeIfAbsent(node, first -> Instant.now().toString()),
                        0,
                        null)));
        status.set(
                "host",
                tree(new HostFacts(info.getBootID(), true, true, false, 0, 1L << 30, 0L, false, false, 2, true)));
        if (error(node).isEmpty()) {
            var config = JSON.convertValue(get("/nodes/" + node + "/configz").path("kubeletconfig"), Map.class);
            status.set("live", tree(Configurations.live(cast(config))));
            status.put("liveSource", "Configz");
        }
    }

    /** The shape demo of the testbed: two NUMA nodes with four cores each, without siblings. */
    private static HardwareFacts demo() {
        return new HardwareFacts("made up", "amd64", 2, 8, 8, "0-7", "", List.of(zone(0, 0), zone(1, 4)));
    }

    private static ZoneFacts zone(int id, int first) {
        return new ZoneFacts(
                id,
                first + "-" + (first + 3),
                List.of("" + first, "" + (first + 1), "" + (first + 2), "" + (first + 3)),
                new Quantity("8Gi"),
                Map.of(),
                id == 0 ? List.of(10, 21) : List.of(21, 10));
    }

    private void enter(ObjectNode status, Phase phase, String message) {
        status.put("phase", phase.value());
        status.put("message", message);
        status.putNull("step");
        status.putObject("transitions").put(phase.value(), Instant.now().toString());
    }

    private void write(NUMANode node, Consumer<ObjectNode> content) {
        var patch = JSON.createObjectNode();
        patch.putObject("metadata").put("resourceVersion", node.getMetadata().getResourceVersion());
        content.accept(patch.putObject("status"));
        client.resources(NUMANode.class)
                .withName(node.getMetadata().getName())
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), patch.toString());
    }

    private JsonNode get(String path) {
        try {
            var answer =
                    http.send(HttpRequest.newBuilder(kubelets.resolve(path)).build(), BodyHandlers.ofString());
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return JSON.createObjectNode();
        }
    }

    private static JsonNode tree(Object value) {
        return JSON.valueToTree(value);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> cast(Map<?, ?> map) {
        return (Map<String, Object>) map;
    }
}
