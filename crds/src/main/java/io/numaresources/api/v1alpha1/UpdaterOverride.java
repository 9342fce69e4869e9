package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a group changes of spec.updater; a field that is absent is inherited. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value =
                "!has(self.type) || self.type != 'NodeFeatureDiscovery' || !has(self.podsFingerprinting) || self.podsFingerprinting != 'ExclusiveResources'",
        fieldPath = ".podsFingerprinting",
        message =
                "updater.podsFingerprinting ExclusiveResources needs updater.type ResourceTopologyExporter, NodeFeatureDiscovery fingerprints all pods only: use Auto or All")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record UpdaterOverride(
        @JsonPropertyDescription(
                "NodeFeatureDiscovery runs on every architecture and watches the kubelet by itself; ResourceTopologyExporter (amd64) knows exclusive-resource fingerprints and pod excludes.")
        @Nullable
        @UnknownAsAbsent
        UpdaterType type,

        @JsonPropertyDescription("When a node is published.") @Nullable
        RefreshOverride refresh,

        @JsonPropertyDescription("Auto: what the updater and the scheduler cache both understand.")
        @Nullable
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

        @JsonPropertyDescription("Verbosity.") @Nullable @UnknownAsAbsent
        LogLevel logLevel) {

    public UpdaterOverride {
        tolerations = tolerations == null ? List.of() : List.copyOf(tolerations);
    }
}
