package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The program that publishes NodeResourceTopology objects. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "self.type != 'NodeFeatureDiscovery' || self.podsFingerprinting != 'ExclusiveResources'",
        fieldPath = ".podsFingerprinting",
        message =
                "updater.podsFingerprinting ExclusiveResources needs updater.type ResourceTopologyExporter, NodeFeatureDiscovery fingerprints all pods only: use Auto or All")
@ValidationRule(
        value =
                "self.type != 'NodeFeatureDiscovery' || !has(self.exclude) || !has(self.exclude.pods) || size(self.exclude.pods) == 0",
        fieldPath = ".exclude.pods",
        message =
                "updater.exclude.pods needs updater.type ResourceTopologyExporter, NodeFeatureDiscovery can not leave pods out: remove exclude.pods or change the type")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Updater(
        @JsonPropertyDescription(
                "NodeFeatureDiscovery runs on every architecture and watches the kubelet by itself; ResourceTopologyExporter (amd64) knows exclusive-resource fingerprints and pod excludes.")
        @Default("NodeFeatureDiscovery")
        @UnknownAsAbsent
        UpdaterType type,

        @JsonPropertyDescription("When a node is published.") @Default("{}")
        Refresh refresh,

        @JsonPropertyDescription("Auto: what the updater and the scheduler cache both understand.")
        @Default("Auto")
        @UnknownAsAbsent
        PodsFingerprinting podsFingerprinting,

        @JsonPropertyDescription("Resources and pods that are left out.") @Nullable
        Exclude exclude,

        @JsonPropertyDescription("Image instead of the one the version matrix chooses.")
        @Size(min = 1, max = 512)
        @Nullable
        String image,

        @JsonPropertyDescription(
                "Requests and limits of the updater container. Default: 50m and 64Mi requested, 256Mi limit.")
        @Nullable
        ResourceRequirements resources,

        @JsonPropertyDescription("Tolerations of the updater pods. Default: every NoSchedule taint is tolerated.")
        @Size(max = 64)
        List<Toleration> tolerations,

        @JsonPropertyDescription("Verbosity.") @Default("Normal") @UnknownAsAbsent
        LogLevel logLevel) {

    public Updater {
        type = type == null ? UpdaterType.NODE_FEATURE_DISCOVERY : type;
        refresh = refresh == null ? new Refresh(null, null, null) : refresh;
        podsFingerprinting = podsFingerprinting == null ? PodsFingerprinting.AUTO : podsFingerprinting;
        tolerations = tolerations == null ? List.of() : List.copyOf(tolerations);
        logLevel = logLevel == null ? LogLevel.NORMAL : logLevel;
    }
}
