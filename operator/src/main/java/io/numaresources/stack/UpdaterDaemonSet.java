package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import java.util.List;

/** The DaemonSet and the ConfigMap of a group. */
final class UpdaterDaemonSet {
    private UpdaterDaemonSet() {}

    static ConfigMap configMap(GroupUpdater updater, UpdaterPod pod, String namespace) {
        return new ConfigMapBuilder()
                .withMetadata(OperandMeta.updater(namespace, updater.group()).namespaced(updater.name()))
                .withData(pod.configuration())
                .build();
    }

    static DaemonSet daemonSet(GroupUpdater updater, UpdaterPod pod, NUMAResourcesOperatorSpec spec, String namespace) {
        var meta = OperandMeta.updater(namespace, updater.group());
        return new DaemonSetBuilder()
                .withMetadata(meta.namespaced(updater.name()))
                .withNewSpec()
                .withRevisionHistoryLimit(3)
                .withNewSelector()
                .withMatchLabels(meta.selector())
                .endSelector()
                .withNewUpdateStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withMaxSurge(new IntOrString(0))
                .withMaxUnavailable(new IntOrString("10%"))
                .endRollingUpdate()
                .endUpdateStrategy()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(meta.labels())
                .addToAnnotations(StackLabels.CONFIG_HASH, OperandMeta.hash(pod.configuration()))
                .addToAnnotations(
                        "kubectl.kubernetes.io/default-container",
                        pod.containers().getFirst().getName())
                .endMetadata()
                .withNewSpec()
                .withServiceAccountName(pod.serviceAccount())
                .withPriorityClassName(spec.priorityClassName())
                .withImagePullSecrets(spec.imagePullSecrets())
                .withTolerations(tolerations(updater))
                .withAffinity(GroupNodes.affinity(updater.facts().group(), pod.nodes()))
                .withDnsPolicy("ClusterFirst")
                .withRestartPolicy("Always")
                .withReadinessGates(pod.readinessGates())
                .withContainers(pod.containers())
                .withVolumes(pod.volumes())
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static List<Toleration> tolerations(GroupUpdater updater) {
        var given = updater.settings().tolerations();
        if (given.isEmpty()) {
            return List.of(new TolerationBuilder()
                    .withOperator("Exists")
                    .withEffect("NoSchedule")
                    .build());
        }
        return OutlierToleration.addedTo(given, List.of(updater.facts()));
    }
}
