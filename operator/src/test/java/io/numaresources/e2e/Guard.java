package io.numaresources.e2e;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.machine.Machine;
import io.numaresources.testbed.machine.NumaMachines;
import java.util.Map;

/** A pod on a machine that its PodDisruptionBudget doesn't let go, so that a drain stands still. */
record Guard(KubernetesClient client) {
    private static final String NAME = "guarded";

    static Guard on(KubernetesClient client, Machine machine) {
        client.resource(new PodDisruptionBudgetBuilder()
                        .withNewMetadata()
                        .withName(NAME)
                        .withNamespace(Pods.NAMESPACE)
                        .endMetadata()
                        .withNewSpec()
                        .withMinAvailable(new IntOrString(1))
                        .withNewSelector()
                        .addToMatchLabels("app", NAME)
                        .endSelector()
                        .endSpec()
                        .build())
                .create();
        client.resource(new DeploymentBuilder()
                        .withNewMetadata()
                        .withName(NAME)
                        .withNamespace(Pods.NAMESPACE)
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(1)
                        .withNewSelector()
                        .addToMatchLabels("app", NAME)
                        .endSelector()
                        .withNewTemplate()
                        .withNewMetadata()
                        .withLabels(Map.of("app", NAME))
                        .endMetadata()
                        .withNewSpec()
                        .addToNodeSelector("kubernetes.io/hostname", machine.name())
                        .withTerminationGracePeriodSeconds(1L)
                        .addNewContainer()
                        .withName("main")
                        .withImage(NumaMachines.PAUSE_IMAGE)
                        .withImagePullPolicy("Never")
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
        Cluster.eventually()
                .until(() -> client.policy()
                                .v1()
                                .podDisruptionBudget()
                                .inNamespace(Pods.NAMESPACE)
                                .withName(NAME)
                                .get()
                                .getStatus()
                                .getCurrentHealthy()
                        == 1);
        return new Guard(client);
    }

    /** Lets the pod go; its successor would wait for that machine. */
    void release() {
        client.policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace(Pods.NAMESPACE)
                .withName(NAME)
                .delete();
    }

    void remove() {
        client.apps().deployments().inNamespace(Pods.NAMESPACE).withName(NAME).delete();
    }
}
