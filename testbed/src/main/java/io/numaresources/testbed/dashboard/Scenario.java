package io.numaresources.testbed.dashboard;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.SimulatedPods;
import io.numaresources.testbed.operator.OperatorProcess;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** What happens in the cluster of the picture, by the second. */
final class Scenario {
    /** When the last thing happens. */
    static final int LENGTH = 330;

    private static final String GROUP = "example.com/group";
    private static final String SCHEDULER = "topo-aware-scheduler";
    private static final ResourceDefinitionContext KIND = new ResourceDefinitionContext.Builder()
            .withGroup("numaresources.io")
            .withVersion("v1alpha1")
            .withKind("NUMAResourcesOperator")
            .withPlural("numaresourcesoperators")
            .withNamespaced(false)
            .build();

    private final KubernetesClient client;
    private final TreeMap<Integer, Runnable> steps = new TreeMap<>();

    Scenario(KubernetesClient client) {
        this.client = client;
        steps.put(10, this::install);
        for (int i = 0; i < 12; i++) {
            int number = i;
            steps.put(60 + 10 * i, () -> create(pod("worker-" + number, SCHEDULER, "hpc", 2)));
        }
        // five CPUs fit a node of eight and no zone of four
        steps.put(101, () -> create(pod("too-wide", SCHEDULER, "hpc", 5)));
        steps.put(131, this::storm);
        steps.put(161, this::calm);
        steps.put(191, () -> SimulatedNodes.create(client, "odd", "xeon-2s", 1, Map.of(GROUP, "hpc")));
        steps.put(221, () -> patch("{\"spec\":{\"rejectedPods\":{\"action\":\"Delete\",\"minAge\":\"1s\"}}}"));
        steps.put(251, this::damage);
        steps.put(271, this::damage);
        steps.put(
                291,
                () -> client.pods().inNamespace("default").withName("worker-0").delete());
        steps.put(
                LENGTH,
                () -> client.pods().inNamespace("default").withName("worker-1").delete());
    }

    /** Nodes that are there from the beginning. */
    void prepare() {
        SimulatedNodes.createPlain(client, "plain", 1, Map.of());
        SimulatedNodes.create(client, "hpc", "demo", 4, Map.of(GROUP, "hpc"));
        SimulatedNodes.create(client, "gpu", "dgx-a100", 2, Map.of(GROUP, "gpu"));
    }

    /** Does what was due by then and wasn't done yet. */
    void until(int second) {
        while (!steps.isEmpty() && steps.firstKey() <= second) {
            steps.pollFirstEntry().getValue().run();
        }
    }

    private void install() {
        var text = """
                apiVersion: numaresources.io/v1alpha1
                kind: NUMAResourcesOperator
                metadata: {name: numaresources}
                spec:
                  nodeGroups:
                  - name: hpc
                    nodeSelector: {matchLabels: {%1$s: hpc}}
                    kubelet: {provider: None, topologyManager: {policy: single-numa-node, scope: container}}
                  - name: gpu
                    nodeSelector: {matchLabels: {%1$s: gpu}}
                """.formatted(GROUP);
        client.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                .serverSideApply();
    }

    private void storm() {
        var template = pod("storm", "default-scheduler", "hpc", 5);
        template.getSpec().setNodeName("hpc-3");
        client.resource(SimulatedPods.replicaSet("storm", template)).create();
    }

    /** Its failed pods stay. */
    private void calm() {
        client.apps().replicaSets().inNamespace("default").withName("storm").scale(0);
    }

    private void damage() {
        client.services()
                .inNamespace(OperatorProcess.NAMESPACE)
                .withLabel("app.kubernetes.io/managed-by", OperatorProcess.SERVICE_ACCOUNT)
                .delete();
    }

    private void patch(String json) {
        client.genericKubernetesResources(KIND)
                .withName("numaresources")
                .patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    private void create(Pod pod) {
        client.resource(pod).create();
    }

    private static Pod pod(String name, String scheduler, String group, int cpus) {
        return SimulatedPods.guaranteed(name, scheduler, Map.of(GROUP, group), cpus, "512Mi");
    }
}
