package io.numaresources.testbed.demo;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Deployment of the demo with pods of the Guaranteed class.
 *
 * @param client of the cluster
 * @param name its name
 * @param nodes the nodes it may run on
 */
record Workload(KubernetesClient client, String name, List<String> nodes) {

    /** Namespace of everything that the demo deploys. */
    static final String NAMESPACE = "numa-demo";

    private static final String REJECTED = "TopologyAffinityError";
    private static final String LABEL = "app";
    private static final String HOSTNAME = "kubernetes.io/hostname";

    /** Creates it. */
    void create(String scheduler, int replicas, int cpus, int memory) {
        client.resource(deployment(scheduler, replicas, cpus, memory)).create();
    }

    /** Creates it with as many pods on each node. */
    void createSpread(String scheduler, int replicas, int cpus, int memory) {
        client.resource(new DeploymentBuilder(deployment(scheduler, replicas, cpus, memory))
                        .editSpec()
                        .editTemplate()
                        .editSpec()
                        .addNewTopologySpreadConstraint()
                        .withMaxSkew(1)
                        .withTopologyKey(HOSTNAME)
                        .withWhenUnsatisfiable("DoNotSchedule")
                        .withNewLabelSelector()
                        .withMatchLabels(Map.of(LABEL, name))
                        .endLabelSelector()
                        .endTopologySpreadConstraint()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
    }

    /** Changes how many pods it should have. */
    void scale(int replicas) {
        client.apps().deployments().inNamespace(NAMESPACE).withName(name).scale(replicas);
    }

    /** Removes it and all its pods, the rejected ones too. */
    void delete() {
        client.apps().deployments().inNamespace(NAMESPACE).withName(name).delete();
        client.pods()
                .inNamespace(NAMESPACE)
                .withLabel(LABEL, name)
                .withGracePeriod(0)
                .delete();
    }

    /** Its pods. */
    List<Pod> pods() {
        return client.pods()
                .inNamespace(NAMESPACE)
                .withLabel(LABEL, name)
                .list()
                .getItems();
    }

    /** Its pods that run. */
    List<Pod> running() {
        return pods().stream()
                .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .toList();
    }

    /** Its pods that a kubelet rejected because of topology. */
    List<Pod> rejected() {
        return pods().stream()
                .filter(pod -> REJECTED.equals(pod.getStatus().getReason()))
                .toList();
    }

    /** What a scheduler says about a pod of it that it holds back. */
    Optional<String> unschedulable() {
        return pods().stream()
                .flatMap(pod -> pod.getStatus().getConditions().stream())
                .filter(condition -> "Unschedulable".equals(condition.getReason()))
                .map(PodCondition::getMessage)
                .findFirst();
    }

    private Deployment deployment(String scheduler, int replicas, int cpus, int memory) {
        var labels = Map.of(LABEL, name);
        var resources = Map.of("cpu", new Quantity(String.valueOf(cpus)), "memory", new Quantity(memory + "Gi"));
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .withNewSelector()
                .withMatchLabels(labels)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName(scheduler)
                .withTerminationGracePeriodSeconds(1L)
                .withNewAffinity()
                .withNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addNewNodeSelectorTerm()
                .addNewMatchExpression()
                .withKey(HOSTNAME)
                .withOperator("In")
                .withValues(nodes)
                .endMatchExpression()
                .endNodeSelectorTerm()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .endAffinity()
                .addNewContainer()
                .withName("main")
                .withImage("registry.k8s.io/pause:3.10")
                .withNewResources()
                .withRequests(resources)
                .withLimits(resources)
                .endResources()
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
