package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.numaresources.api.v1alpha1.CacheDebug;
import io.numaresources.api.v1alpha1.Placement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The Deployment of the scheduler. Only arguments, no command: the images have an entry point since 0.29 (facts §4.1). */
final class SchedulerDeployment {
    static final int PORT = 10259;
    private static final String CONFIGURATION = "/etc/kubernetes/numa-scheduler";
    private static final String DUMPS = "/run/pfpstatus";
    /**
     * The plugin's cache may trust a node again without any event that moves a rejected pod out of the unschedulable queue (facts
     * §4.4); the default of 5 minutes is what such a pod would wait.
     */
    private static final String RETRY = "--pod-max-in-unschedulable-pods-duration=30s";

    private static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

    private SchedulerDeployment() {}

    static Deployment render(SchedulerPlan plan, Map<String, String> configuration) {
        var meta = plan.meta();
        var spec = plan.input().spec();
        var placement = spec.scheduler().placement() == null
                ? new Placement(null, null, null)
                : spec.scheduler().placement();
        var deployment = new DeploymentBuilder()
                .withMetadata(meta.namespaced(SchedulerPlan.NAME))
                .withNewSpec()
                .withReplicas(plan.replicas())
                .withRevisionHistoryLimit(3)
                .withNewSelector()
                .withMatchLabels(meta.selector())
                .endSelector()
                .withNewStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withMaxSurge(new IntOrString(1))
                .withMaxUnavailable(new IntOrString(0))
                .endRollingUpdate()
                .endStrategy()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(meta.labels())
                .withAnnotations(annotations(plan, configuration))
                .endMetadata()
                .withNewSpec()
                .withServiceAccountName(SchedulerPlan.NAME)
                .withPriorityClassName(spec.priorityClassName())
                .withImagePullSecrets(spec.imagePullSecrets())
                .withNodeSelector(placement.nodeSelector())
                .withTolerations(tolerations(placement, plan.input().groups()))
                .withAffinity(placement.affinity() == null ? preferControlPlane() : placement.affinity())
                .addNewTopologySpreadConstraint()
                .withMaxSkew(1)
                .withTopologyKey("kubernetes.io/hostname")
                .withWhenUnsatisfiable("ScheduleAnyway")
                .withNewLabelSelector()
                .withMatchLabels(meta.selector())
                .endLabelSelector()
                .endTopologySpreadConstraint()
                .withContainers(container(plan))
                .addNewVolume()
                .withName("config")
                .withNewConfigMap()
                .withName(SchedulerPlan.NAME)
                .withDefaultMode(0644)
                .endConfigMap()
                .endVolume()
                .endSpec()
                .endTemplate()
                .endSpec();
        if (dumps(plan)) {
            deployment
                    .editSpec()
                    .editTemplate()
                    .editSpec()
                    .addNewVolume()
                    .withName("dumps")
                    .withNewEmptyDir()
                    .endEmptyDir()
                    .endVolume()
                    .endSpec()
                    .endTemplate()
                    .endSpec();
        }
        return deployment.build();
    }

    private static Map<String, String> annotations(SchedulerPlan plan, Map<String, String> configuration) {
        var annotations = new TreeMap<String, String>();
        annotations.put(StackLabels.CONFIG_HASH, OperandMeta.hash(configuration));
        if (plan.row().restartsOnTopologyChange()
                && !plan.input().schedulerRestart().isEmpty()) {
            annotations.put(StackLabels.RESTART, plan.input().schedulerRestart());
        }
        return annotations;
    }

    private static Container container(SchedulerPlan plan) {
        var container = new ContainerBuilder()
                .withName("kube-scheduler")
                .withImage(plan.image().reference())
                .withImagePullPolicy("IfNotPresent")
                .withArgs(
                        "--config=" + CONFIGURATION + "/" + SchedulerPlan.CONFIGURATION_FILE,
                        "--secure-port=" + PORT,
                        RETRY,
                        "-v="
                                + OperandMeta.verbosity(
                                        plan.input().spec().scheduler().logLevel()))
                .addNewPort()
                .withName("https")
                .withContainerPort(PORT)
                .withProtocol("TCP")
                .endPort()
                .withLivenessProbe(probe(15))
                .withReadinessProbe(probe(0))
                .withResources(resources(plan))
                .withSecurityContext(UpdaterResources.restricted())
                .addToVolumeMounts(UpdaterPod.mount("config", CONFIGURATION, true));
        if (dumps(plan)) {
            container
                    .addToEnv(UpdaterPod.value("PFP_STATUS_DUMP", DUMPS))
                    .addToVolumeMounts(UpdaterPod.mount("dumps", DUMPS, false));
        }
        return container.build();
    }

    private static boolean dumps(SchedulerPlan plan) {
        return plan.input().spec().scheduler().cacheDebug() == CacheDebug.DUMP_JSONFILE;
    }

    private static Probe probe(int initialDelay) {
        var probe = new ProbeBuilder()
                .withNewHttpGet()
                .withPath("/healthz")
                .withNewPort("https")
                .withScheme("HTTPS")
                .endHttpGet()
                .withPeriodSeconds(10)
                .withTimeoutSeconds(1)
                .withSuccessThreshold(1)
                .withFailureThreshold(3);
        return initialDelay == 0
                ? probe.build()
                : probe.withInitialDelaySeconds(initialDelay).build();
    }

    private static ResourceRequirements resources(SchedulerPlan plan) {
        var given = plan.input().spec().scheduler().resources();
        return given != null
                ? CanonicalQuantity.of(given)
                : new ResourceRequirementsBuilder()
                        .addToRequests("cpu", new Quantity("100m"))
                        .addToRequests("memory", new Quantity("128Mi"))
                        .build();
    }

    private static List<Toleration> tolerations(Placement placement, List<GroupFacts> groups) {
        return OutlierToleration.addedTo(
                placement.tolerations().isEmpty()
                        ? List.of(tolerate(CONTROL_PLANE), tolerate("node-role.kubernetes.io/master"))
                        : placement.tolerations(),
                groups);
    }

    private static Toleration tolerate(String key) {
        return new TolerationBuilder()
                .withKey(key)
                .withOperator("Exists")
                .withEffect("NoSchedule")
                .build();
    }

    /** Preferred only: managed control planes have no such node (facts §5.5). */
    private static Affinity preferControlPlane() {
        return new AffinityBuilder()
                .withNewNodeAffinity()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(100)
                .withNewPreference()
                .addNewMatchExpression()
                .withKey(CONTROL_PLANE)
                .withOperator("Exists")
                .endMatchExpression()
                .endPreference()
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .build();
    }
}
