package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every object of the scheduler; all of one name but the binding in kube-system. */
final class SchedulerObjects {
    private SchedulerObjects() {}

    /** ServiceAccount, ConfigMap and Deployment. */
    static List<HasMetadata> workload(SchedulerPlan plan) {
        var configuration = Map.of(SchedulerPlan.CONFIGURATION_FILE, SchedulerConfiguration.render(plan));
        return List.of(
                new AccessRules(plan.meta(), SchedulerPlan.NAME).serviceAccount(),
                new ConfigMapBuilder()
                        .withMetadata(plan.meta().namespaced(SchedulerPlan.NAME))
                        .withData(configuration)
                        .build(),
                SchedulerDeployment.render(plan, configuration));
    }

    /** Roles, bindings, Service and, with more than one pod, a PodDisruptionBudget. */
    static List<HasMetadata> rest(SchedulerPlan plan) {
        var access = new AccessRules(plan.meta(), SchedulerPlan.NAME);
        var objects = new ArrayList<>(List.of(
                access.clusterRole(SchedulerAccess.clusterWide(plan.image())),
                access.role(SchedulerAccess.inNamespace()),
                access.clusterRoleBinding(),
                access.roleBinding(),
                access.roleBinding(
                        "numa-scheduler-auth-reader", "kube-system", "extension-apiserver-authentication-reader"),
                service(plan)));
        if (plan.replicas() > 1) {
            objects.add(new PodDisruptionBudgetBuilder()
                    .withMetadata(plan.meta().namespaced(SchedulerPlan.NAME))
                    .withNewSpec()
                    .withMaxUnavailable(new IntOrString(1))
                    .withNewSelector()
                    .withMatchLabels(plan.meta().selector())
                    .endSelector()
                    .endSpec()
                    .build());
        }
        return objects;
    }

    private static HasMetadata service(SchedulerPlan plan) {
        return new ServiceBuilder()
                .withMetadata(plan.meta().namespaced(SchedulerPlan.NAME))
                .withNewSpec()
                .withType("ClusterIP")
                .withSelector(plan.meta().selector())
                .addNewPort()
                .withName("https")
                .withProtocol("TCP")
                .withPort(SchedulerDeployment.PORT)
                .withTargetPort(new IntOrString("https"))
                .endPort()
                .endSpec()
                .build();
    }
}
