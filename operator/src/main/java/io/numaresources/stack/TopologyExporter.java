package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodReadinessGate;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.PodsFingerprinting;
import io.numaresources.api.v1alpha1.RefreshMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** resource-topology-exporter: flags, mounts and gates (facts §2). Never --expose-timing, which panics (§2.8). */
final class TopologyExporter {
    static final String NAME = "numa-updater-rte";
    private static final String REFERENCE_CONTAINER = "shared-pool-container";
    private static final String ROOT = "/etc/rte";
    private static final int METRICS_PORT = 2112;
    private static final int METRICS_MODE = 16;
    private static final int CONFIGURATION_ROOT = 17;
    private static final int PAUSE_IN_IMAGE = 24;

    private TopologyExporter() {}

    static UpdaterPod pod(GroupUpdater updater, String pauseImage) {
        return new UpdaterPod(
                NAME,
                Map.of("config.yaml", configuration(updater)),
                List.of(exporter(updater), reference(updater, pauseImage)),
                volumes(updater),
                updater.settings().paused()
                        ? List.of()
                        : List.of(
                                new PodReadinessGate("PodresourcesFetched"),
                                new PodReadinessGate("NodeTopologyUpdated")),
                nodes(updater));
    }

    private static Container exporter(GroupUpdater updater) {
        var container = new ContainerBuilder()
                .withName("resource-topology-exporter")
                .withImage(updater.image().reference())
                .withImagePullPolicy("IfNotPresent")
                .withCommand("/bin/resource-topology-exporter")
                .withArgs(args(updater))
                .withEnv(
                        UpdaterPod.field("NODE_NAME", "spec.nodeName"),
                        UpdaterPod.field("REFERENCE_NAMESPACE", "metadata.namespace"),
                        UpdaterPod.field("REFERENCE_POD_NAME", "metadata.name"),
                        UpdaterPod.value("REFERENCE_CONTAINER_NAME", REFERENCE_CONTAINER),
                        UpdaterPod.value("GOMAXPROCS", "2"))
                .withResources(UpdaterResources.of(updater.settings().resources()))
                .withSecurityContext(UpdaterResources.hostReader())
                .withVolumeMounts(mounts(updater));
        if (updater.since(CONFIGURATION_ROOT)) {
            container
                    .addNewPort()
                    .withName("metrics-port")
                    .withContainerPort(METRICS_PORT)
                    .withProtocol("TCP")
                    .endPort();
        }
        return container.build();
    }

    private static List<String> args(GroupUpdater updater) {
        var settings = updater.settings();
        var args = new ArrayList<String>();
        args.add("--sysfs=/host-sys");
        args.add("--podresources-socket=unix:///host-podresources/kubelet.sock");
        args.add("--sleep-interval=" + updater.period());
        args.add("--refresh-node-resources=true");
        args.add("--podreadiness=" + !settings.paused());
        boolean fingerprint = updater.fingerprinting() != PodsFingerprinting.DISABLED;
        args.add("--pods-fingerprint=" + fingerprint);
        if (fingerprint) {
            args.add("--pods-fingerprint-method="
                    + (updater.fingerprinting() == PodsFingerprinting.ALL ? "all" : "with-exclusive-resources"));
        }
        var kubelet = updater.facts().group().kubelet();
        if (kubelet == null) {
            args.add("--kubelet-config-file=/host-var-lib-kubelet/config.yaml");
        } else {
            args.add("--topology-manager-policy=" + kubelet.topologyManager().policy());
            args.add("--topology-manager-scope=" + kubelet.topologyManager().scope());
        }
        if (settings.mode() != RefreshMode.PERIODIC) {
            args.add("--notify-file=/host-run-rte/notify");
        }
        if (updater.since(METRICS_MODE)) {
            args.add("--metrics-mode=http");
        }
        if (updater.since(CONFIGURATION_ROOT)) {
            args.add("--metrics-port=" + METRICS_PORT);
        }
        if (settings.paused()) {
            args.add("--no-publish");
        }
        args.add("-v=" + OperandMeta.verbosity(settings.logLevel()));
        // With the root given, the file is <root>/extra/config.yaml; without it, it's a legacy path (§2.2).
        args.add(updater.since(CONFIGURATION_ROOT) ? ROOT : "--config=" + ROOT + "/extra/config.yaml");
        return args;
    }

    private static Container reference(GroupUpdater updater, String pauseImage) {
        var container = new ContainerBuilder()
                .withName(REFERENCE_CONTAINER)
                .withImagePullPolicy("IfNotPresent")
                .withResources(UpdaterResources.ofPause())
                .withSecurityContext(UpdaterResources.restricted());
        return (updater.since(PAUSE_IN_IMAGE)
                        ? container.withImage(updater.image().reference()).withCommand("/bin/pause")
                        : container.withImage(pauseImage))
                .build();
    }

    private static String configuration(GroupUpdater updater) {
        var exclude = updater.settings().exclude();
        return Serialization.asYaml(new TreeMap<>(
                Map.of("resourceExclude", Excludes.byNode(exclude), "podExclude", Excludes.pods(exclude))));
    }

    private static List<VolumeMount> mounts(GroupUpdater updater) {
        var mounts = new ArrayList<>(List.of(
                UpdaterPod.mount("host-sys", "/host-sys", true),
                UpdaterPod.mount("podresources", "/host-podresources", false),
                UpdaterPod.mount("config", ROOT + "/extra", true)));
        if (updater.facts().group().kubelet() == null) {
            mounts.add(UpdaterPod.mount("kubelet", "/host-var-lib-kubelet", true));
        }
        if (updater.settings().mode() != RefreshMode.PERIODIC) {
            mounts.add(UpdaterPod.mount("notify", "/host-run-rte", false));
        }
        return mounts;
    }

    private static List<Volume> volumes(GroupUpdater updater) {
        var volumes = new ArrayList<>(List.of(
                UpdaterPod.directory("host-sys", "/sys", "Directory"),
                UpdaterPod.directory("podresources", "/var/lib/kubelet/pod-resources", "Directory"),
                UpdaterPod.configMap("config", updater.name())));
        if (updater.facts().group().kubelet() == null) {
            volumes.add(UpdaterPod.directory("kubelet", "/var/lib/kubelet", "Directory"));
        }
        if (updater.settings().mode() != RefreshMode.PERIODIC) {
            volumes.add(UpdaterPod.directory("notify", "/run/rte", "DirectoryOrCreate"));
        }
        return volumes;
    }

    /** The published image is of amd64 only; a given one may be of any architecture. */
    private static List<NodeSelectorRequirement> nodes(GroupUpdater updater) {
        return updater.image().equals(updater.matrixImage())
                ? List.of(new NodeSelectorRequirement("kubernetes.io/arch", "In", List.of("amd64")))
                : List.of();
    }
}
