package io.numaresources.testbed.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.testbed.ControlPlane;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Plays the machine-config operator for simulated nodes: renders KubeletConfigs, rolls pools within maxUnavailable, and fails as the real one does, in all of
 * which it changes nothing back. Its kubelets are the simulated nodes', which accept or refuse what they are given.
 */
public final class MachineConfigOperator implements AutoCloseable {
    private static final String ROLE = "node-role.kubernetes.io/";
    private static final long PAUSE_MILLIS = 200;

    private final KubernetesClient client;
    private final KubeletConfigRendering rendering;
    private final MachineConfigDaemon daemon;
    private final Map<String, String> renderFailures = new ConcurrentHashMap<>();
    private volatile ConditionStyle style = ConditionStyle.APPENDED;
    private volatile boolean held;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("machine-config-operator").unstarted(this::work);

    private MachineConfigOperator(KubernetesClient client) {
        this.client = client;
        rendering = new KubeletConfigRendering(client);
        daemon = new MachineConfigDaemon(client);
    }

    /** Starts it; {@link Definitions#MACHINE_CONFIG} must be installed. */
    public static MachineConfigOperator start(ControlPlane plane) {
        var operator = new MachineConfigOperator(plane.newClient());
        operator.thread.start();
        return operator;
    }

    /** Creates a pool of the nodes of a role, as an administrator does. */
    public static void createPool(KubernetesClient client, String name) {
        var pool = new GenericKubernetesResource();
        pool.setApiVersion("machineconfiguration.openshift.io/v1");
        pool.setKind("MachineConfigPool");
        pool.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .addToLabels("pools.operator.machineconfiguration.openshift.io/" + name, "")
                .build());
        pool.setAdditionalProperty(
                "spec",
                Map.of(
                        "nodeSelector",
                        Map.of("matchLabels", Map.of(ROLE + name, "")),
                        "machineConfigSelector",
                        Map.of(
                                "matchExpressions",
                                List.of(Map.of(
                                        "key",
                                        "machineconfiguration.openshift.io/role",
                                        "operator",
                                        "In",
                                        "values",
                                        List.of("worker", name))))));
        Kinds.POOL.in(client).resource(pool).create();
    }

    /** Writes conditions as another release does. */
    public void style(ConditionStyle other) {
        style = other;
    }

    /** Has a KubeletConfig refused, as one with a field that may not be set; an empty text ends that. */
    public void refuse(String config, String message) {
        rendering.refuse(config, message);
    }

    /** Has a pool fail to render; an empty text ends that. */
    public void failRendering(String pool, String message) {
        renderFailures.put(pool, message);
    }

    /** Has the daemon give up on a node. */
    public void degrade(String node, String reason) {
        daemon.degrade(node, reason);
    }

    /** Has a kubelet not come back from its next reboot: it gets memory to keep back that doesn't add up. */
    public void breakKubelet(String node) {
        daemon.damage(
                node, Map.of("reservedMemory", List.of(Map.of("numaNode", 0, "limits", Map.of("memory", "3Gi")))));
    }

    /** Ends what was done to a node. */
    public void repair(String node) {
        daemon.repair(node);
    }

    /** Does nothing until it is released, as while its pod is away. */
    public void hold(boolean on) {
        held = on;
    }

    /** How often a node was rebooted. */
    public int reboots(String node) {
        return daemon.reboots(node);
    }

    @Override
    public void close() {
        thread.interrupt();
        client.close();
    }

    private void work() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                if (!held) {
                    pass();
                }
                Thread.sleep(PAUSE_MILLIS);
            } catch (KubernetesClientException refused) {
                if (refused.getCode() != 409 && !Thread.currentThread().isInterrupted()) {
                    System.err.println("machine-config operator: " + refused.getMessage());
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void pass() throws InterruptedException {
        var pools = Kinds.POOL.in(client).list().getItems();
        rendering.pass(pools, style);
        var members = members(pools);
        for (var pool : pools) {
            String name = pool.getMetadata().getName();
            String failure = renderFailures.getOrDefault(name, "");
            String wanted = failure.isEmpty() ? render(pool) : wanted(pool);
            var nodes = members.getOrDefault(name, List.of());
            boolean paused = Boolean.TRUE.equals(pool.get("spec", "paused"));
            roll(pool, nodes, wanted, paused);
            PoolStatus.of(name, wanted, nodes, failure).write(client);
        }
    }

    /** Of the MachineConfigs that were generated the last one counts. */
    private Map<String, Object> kubelet(String pool) {
        return Optional.ofNullable(rendering.of(pool).lastEntry())
                .map(Map.Entry::getValue)
                .orElse(Map.of());
    }

    private String render(GenericKubernetesResource pool) {
        String name = pool.getMetadata().getName();
        var configs = rendering.of(name);
        var content = new TreeMap<String, String>();
        configs.forEach((config, fields) -> content.put(config, new TreeMap<>(fields).toString()));
        String rendered = "rendered-%s-%08x".formatted(name, content.toString().hashCode());
        if (!rendered.equals(wanted(pool))) {
            var sources = new ArrayList<Object>();
            sources.add(Map.of("name", "00-" + name));
            configs.keySet().forEach(config -> sources.add(Map.of("name", config)));
            Kinds.POOL.in(client).withName(name).edit(present -> {
                Map<String, Object> spec = new LinkedHashMap<>(present.<Map<String, Object>>get("spec"));
                spec.put("configuration", Map.of("name", rendered, "source", sources));
                present.setAdditionalProperty("spec", spec);
                return present;
            });
        }
        return rendered;
    }

    private static String wanted(GenericKubernetesResource pool) {
        return Optional.ofNullable(pool.<String>get("spec", "configuration", "name"))
                .orElse("");
    }

    private void roll(GenericKubernetesResource pool, List<Node> nodes, String wanted, boolean paused)
            throws InterruptedException {
        int away = 0;
        for (var node : nodes) {
            if (node.getMetadata().getAnnotations().get(MachineConfigDaemon.STATE) == null) {
                daemon.adopt(node.getMetadata().getName(), wanted);
            } else if (daemon.step(node, kubelet(pool.getMetadata().getName()))) {
                away++;
            }
        }
        for (var node : nodes) {
            var marks = node.getMetadata().getAnnotations();
            boolean idle = "Done".equals(marks.get(MachineConfigDaemon.STATE))
                    && marks.get(MachineConfigDaemon.CURRENT).equals(marks.get(MachineConfigDaemon.DESIRED));
            boolean retarget = "Degraded".equals(marks.get(MachineConfigDaemon.STATE));
            if (!paused && (idle && away < 1 || retarget) && !wanted.equals(marks.get(MachineConfigDaemon.DESIRED))) {
                daemon.annotate(node.getMetadata().getName(), Map.of(MachineConfigDaemon.DESIRED, wanted));
                away++;
            }
        }
    }

    /** A custom pool goes before worker, master before all. */
    private Map<String, List<Node>> members(List<GenericKubernetesResource> pools) {
        var members = new TreeMap<String, List<Node>>();
        for (var node : client.nodes().list().getItems()) {
            var labels = node.getMetadata().getLabels();
            pools.stream()
                    .map(pool -> pool.getMetadata().getName())
                    .filter(name -> labels.containsKey(ROLE + name))
                    .max((one, other) -> Integer.compare(rank(one), rank(other)))
                    .ifPresent(name -> members.computeIfAbsent(name, first -> new ArrayList<>())
                            .add(node));
        }
        return members;
    }

    private static int rank(String pool) {
        return pool.equals("master") ? 3 : pool.equals("worker") ? 1 : 2;
    }
}
