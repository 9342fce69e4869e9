package io.numaresources.stack;

import io.numaresources.api.v1alpha1.ForeignPods;
import io.numaresources.api.v1alpha1.KubeletProvider;
import io.numaresources.api.v1alpha1.PodsFingerprinting;
import io.numaresources.api.v1alpha1.RefreshMode;
import io.numaresources.api.v1alpha1.UpdaterType;
import io.numaresources.finding.FindingCode;
import java.time.Duration;

/** Chooses image, period, fingerprint and access of a group's updater. */
final class UpdaterChoice {
    /** Oldest image whose flags are known here: fingerprints in NFD 0.16, the method flag in RTE 0.12. */
    private static final int OLDEST_FEATURE_DISCOVERY = 16;

    private static final int OLDEST_EXPORTER = 12;
    /** NFD reads nodes/configz instead of nodes/proxy since 0.19. */
    private static final int CONFIGZ = 19;

    private static final int SOON = 10;

    private final StackInput input;
    private final VersionMatrix matrix;
    private final Findings findings;

    UpdaterChoice(StackInput input, VersionMatrix matrix, Findings findings) {
        this.input = input;
        this.matrix = matrix;
        this.findings = findings;
    }

    GroupUpdater choose(GroupFacts facts) {
        String group = facts.group().name();
        var settings = UpdaterSettings.of(input.spec().updater(), facts.group().updater());
        boolean discovery = settings.type() == UpdaterType.NODE_FEATURE_DISCOVERY;
        var row = matrix.row(input.server());
        var byMatrix = OperandImage.ofMatrix(
                matrix.images().get(discovery ? "featureDiscovery" : "exporter"),
                discovery ? row.featureDiscovery() : row.exporter(),
                input.spec().imageRegistry());
        var image = image(group, settings, byMatrix, discovery ? OLDEST_FEATURE_DISCOVERY : OLDEST_EXPORTER);
        boolean configz = discovery
                && image.since(CONFIGZ, byMatrix)
                && facts.oldestKubelet()
                        .filter(kubelet -> kubelet.compareTo(KubernetesVersion.parse(matrix.configzFromKubelet())) >= 0)
                        .isPresent();
        explainConfiguration(facts, settings, configz);
        var fingerprinting = fingerprinting(group, settings);
        String period = period(settings);
        explainRefresh(group, settings, period);
        return new GroupUpdater(facts, settings, image, byMatrix, period, fingerprinting, configz);
    }

    private OperandImage image(String group, UpdaterSettings settings, OperandImage byMatrix, int oldest) {
        if (settings.image() == null) {
            return byMatrix;
        }
        var given = OperandImage.given(settings.image());
        if (given.version().isEmpty()) {
            findings.add(
                    FindingCode.UPDATER_IMAGE_VERSION_UNKNOWN,
                    group,
                    "the tag of %s tells no version, flags are those of %s: use a tag such as %s"
                            .formatted(given.reference(), byMatrix.reference(), tag(byMatrix)));
        } else if (!given.since(oldest, byMatrix)) {
            findings.add(
                    FindingCode.UPDATER_IMAGE_TOO_OLD,
                    group,
                    "%s is older than v0.%d, %s runs instead: remove updater.image or name a newer one"
                            .formatted(given.reference(), oldest, byMatrix.reference()));
            return byMatrix;
        }
        return given;
    }

    private static String tag(OperandImage image) {
        return image.reference().substring(image.reference().lastIndexOf(':') + 1);
    }

    /** Facts §2.4, §3.4: what an updater publishes as policy when it only sees the file. */
    private void explainConfiguration(GroupFacts facts, UpdaterSettings settings, boolean configz) {
        String group = facts.group().name();
        var kubelet = facts.group().kubelet();
        if (settings.type() == UpdaterType.RESOURCE_TOPOLOGY_EXPORTER) {
            if (kubelet == null) {
                findings.add(
                        FindingCode.TOPOLOGY_POLICY_FROM_FILE,
                        group,
                        "ResourceTopologyExporter reads the topology policy from the kubelet's file without drop-ins and defaults: set the group's kubelet.topologyManager (with provider None to only observe) to publish the right one");
            }
            return;
        }
        boolean writesDropIn = kubelet != null
                && (kubelet.provider() == KubeletProvider.NODE_AGENT
                        || kubelet.provider() == KubeletProvider.AUTO
                                && facts.group().machineConfigPool() == null);
        if (writesDropIn && !configz && facts.nodes() > 0) {
            findings.add(
                    FindingCode.DROP_IN_NOT_PUBLISHED,
                    group,
                    "NodeFeatureDiscovery reads /var/lib/kubelet/config.yaml where the kubelet is older than %s and can not see drop-in files, so it may publish the former topology policy: set updater.type ResourceTopologyExporter for the group, or upgrade its kubelets"
                            .formatted(matrix.configzFromKubelet()));
        }
        if (!settings.exclude().pods().isEmpty()) {
            findings.add(
                    FindingCode.POD_EXCLUDE_UNSUPPORTED,
                    group,
                    "NodeFeatureDiscovery can not leave pods out, exclude.pods has no effect: remove it or set updater.type ResourceTopologyExporter");
        }
    }

    /** Facts §7.9: the cache of the scheduler needs a fingerprint, and NodeFeatureDiscovery has one over all pods only. */
    private PodsFingerprinting fingerprinting(String group, UpdaterSettings settings) {
        boolean discovery = settings.type() == UpdaterType.NODE_FEATURE_DISCOVERY;
        var byType = discovery ? PodsFingerprinting.ALL : PodsFingerprinting.EXCLUSIVE_RESOURCES;
        return switch (settings.fingerprinting()) {
            case AUTO -> byType;
            case ALL -> PodsFingerprinting.ALL;
            case EXCLUSIVE_RESOURCES -> {
                if (discovery) {
                    findings.add(
                            FindingCode.FINGERPRINTING_UNSUPPORTED,
                            group,
                            "NodeFeatureDiscovery fingerprints all pods only, podsFingerprinting All is in force: use Auto, or updater.type ResourceTopologyExporter");
                }
                yield byType;
            }
            case DISABLED -> {
                if (input.spec().scheduler().enabled()) {
                    findings.add(
                            FindingCode.FINGERPRINTING_DISABLED,
                            group,
                            "without fingerprints the scheduler's cache would never accept a node again, podsFingerprinting Auto is in force: use Auto, or set scheduler.enabled to false");
                    yield byType;
                }
                yield PodsFingerprinting.DISABLED;
            }
        };
    }

    private String period(UpdaterSettings settings) {
        if (settings.mode() == RefreshMode.EVENTS) {
            return "0s";
        }
        if (settings.period() != null) {
            return settings.period();
        }
        int seconds = RefreshPeriod.seconds(input.groups());
        // Without the kubelet's state files nothing but the timer makes NodeFeatureDiscovery publish (facts §7.9).
        boolean timerOnly =
                settings.type() == UpdaterType.NODE_FEATURE_DISCOVERY && settings.mode() == RefreshMode.PERIODIC;
        return (timerOnly ? Math.min(seconds, SOON) : seconds) + "s";
    }

    private void explainRefresh(String group, UpdaterSettings settings, String period) {
        boolean slow = GoDuration.parse(period).compareTo(Duration.ofSeconds(SOON)) > 0;
        if (slow
                && input.spec().scheduler().enabled()
                && input.spec().scheduler().foreignPods() == ForeignPods.ALL) {
            findings.add(
                    FindingCode.FOREIGN_PODS_STALL_NODES,
                    group,
                    "with scheduler.foreignPods All each pod of another scheduler blocks its node until it is published again, up to %s: use OnlyExclusiveResources or a refresh period of at most 10s"
                            .formatted(period));
        }
        if (settings.mode() == RefreshMode.EVENTS) {
            findings.add(
                    FindingCode.REFRESH_BY_EVENTS_ONLY,
                    group,
                    settings.type() == UpdaterType.NODE_FEATURE_DISCOVERY
                            ? "a node is first published when a pod with exclusive resources starts or ends on it, not before: use refresh.mode PeriodicAndEvents to publish idle nodes"
                            : "a node is published again only when something touches /run/rte/notify on it, which needs a hook of the container runtime: use refresh.mode PeriodicAndEvents where there is none");
        }
    }
}
