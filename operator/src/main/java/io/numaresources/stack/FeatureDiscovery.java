package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.PodsFingerprinting;
import io.numaresources.api.v1alpha1.RefreshMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** nfd-topology-updater: flags, mounts and probes of node-feature-discovery (facts §3). */
final class FeatureDiscovery {
    static final String NAME = "numa-updater-nfd";
    private static final String CONFIGURATION = "/etc/kubernetes/node-feature-discovery";
    private static final String CONFIGURATION_FILE = "nfd-topology-updater.conf";
    private static final String KUBELET = "/host-var/lib/kubelet";
    private static final String OPENSHIFT_FILE = "/host-etc/kubernetes/kubelet.conf";
    private static final int PORT = 8080;
    /** One HTTP port for health and metrics. */
    private static final int HTTP_PORT = 18;

    private FeatureDiscovery() {}

    static UpdaterPod pod(GroupUpdater updater) {
        var container = new ContainerBuilder()
                .withName("nfd-topology-updater")
                .withImage(updater.image().reference())
                .withImagePullPolicy("IfNotPresent")
                .withCommand("nfd-topology-updater")
                .withArgs(args(updater))
                .withEnv(
                        UpdaterPod.field("NODE_NAME", "spec.nodeName"),
                        UpdaterPod.field("NODE_ADDRESS", "status.hostIP"),
                        UpdaterPod.field("KUBERNETES_NAMESPACE", "metadata.namespace"),
                        // Go would start a thread for each CPU of a large machine (NVIDIA/aicr #1825).
                        UpdaterPod.value("GOMAXPROCS", "2"))
                .withResources(UpdaterResources.of(updater.settings().resources()))
                .withSecurityContext(UpdaterResources.hostReader())
                .withVolumeMounts(mounts(updater));
        if (updater.since(HTTP_PORT)) {
            container
                    .addNewPort()
                    .withName("http")
                    .withContainerPort(PORT)
                    .withProtocol("TCP")
                    .endPort()
                    .withLivenessProbe(probe(10))
                    .withReadinessProbe(probe(5));
        }
        return new UpdaterPod(
                NAME,
                Map.of(CONFIGURATION_FILE, configuration(updater)),
                List.of(container.build()),
                volumes(updater),
                List.of(),
                List.of());
    }

    private static List<String> args(GroupUpdater updater) {
        var settings = updater.settings();
        boolean events = settings.mode() != RefreshMode.PERIODIC;
        var args = new ArrayList<String>();
        args.add("-config=" + CONFIGURATION + "/" + CONFIGURATION_FILE);
        args.add("-podresources-socket=" + KUBELET + "/pod-resources/kubelet.sock");
        args.add("-kubelet-config-uri=" + configurationUri(updater));
        args.add("-kubelet-state-dir=" + (events ? KUBELET : ""));
        args.add("-sleep-interval=" + updater.period());
        args.add("-pods-fingerprint=" + (updater.fingerprinting() != PodsFingerprinting.DISABLED));
        if (updater.since(HTTP_PORT)) {
            args.add("-port=" + PORT);
        }
        if (settings.paused()) {
            args.add("-no-publish");
        }
        args.add("-v=" + OperandMeta.verbosity(settings.logLevel()));
        return args;
    }

    private static String configurationUri(GroupUpdater updater) {
        if (updater.configz()) {
            return "https://$(NODE_ADDRESS):10250/configz";
        }
        return "file://" + (onOpenShift(updater) ? OPENSHIFT_FILE : KUBELET + "/config.yaml");
    }

    private static boolean onOpenShift(GroupUpdater updater) {
        return updater.facts().group().machineConfigPool() != null;
    }

    private static String configuration(GroupUpdater updater) {
        return Serialization.asYaml(
                Map.of("excludeList", Excludes.byNode(updater.settings().exclude())));
    }

    private static List<VolumeMount> mounts(GroupUpdater updater) {
        var mounts = new ArrayList<>(List.of(
                UpdaterPod.mount("host-sys", "/host-sys", true),
                UpdaterPod.mount("kubelet", KUBELET, true),
                UpdaterPod.mount("config", CONFIGURATION, true)));
        if (!updater.configz() && onOpenShift(updater)) {
            mounts.add(UpdaterPod.mount("kubelet-config", OPENSHIFT_FILE, true));
        }
        return mounts;
    }

    private static List<Volume> volumes(GroupUpdater updater) {
        var volumes = new ArrayList<>(List.of(
                UpdaterPod.directory("host-sys", "/sys", "Directory"),
                UpdaterPod.directory("kubelet", "/var/lib/kubelet", "Directory"),
                UpdaterPod.configMap("config", updater.name())));
        if (!updater.configz() && onOpenShift(updater)) {
            // The one file: /etc/kubernetes holds keys. The machine-config operator reboots the node when it writes it.
            volumes.add(UpdaterPod.directory("kubelet-config", "/etc/kubernetes/kubelet.conf", "File"));
        }
        return volumes;
    }

    private static Probe probe(int initialDelay) {
        return new ProbeBuilder()
                .withNewHttpGet()
                .withPath("/healthz")
                .withNewPort("http")
                .withScheme("HTTP")
                .endHttpGet()
                .withInitialDelaySeconds(initialDelay)
                .withPeriodSeconds(10)
                .withTimeoutSeconds(1)
                .withSuccessThreshold(1)
                .withFailureThreshold(10)
                .build();
    }
}
