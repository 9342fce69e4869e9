package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node as it is observed. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = ItemDescription.class, input = "backedUp:Path of a file on the node.")
@SchemaCustomizer(value = ItemDescription.class, input = "transitions:Time at which a phase was entered.")
@SchemaCustomizer(value = ItemDescription.class, input = "findings:Something a person should know.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NUMANodeStatus(
        @JsonPropertyDescription("Generation of the spec that this status is about.") @Nullable
        Long observedGeneration,

        @JsonPropertyDescription("Phase.") @Nullable @UnknownAsAbsent
        NodePhase phase,

        @JsonPropertyDescription("Step within the phase.") @Nullable
        String step,

        @JsonPropertyDescription("Hardware.") @Nullable HardwareFacts hardware,
        @JsonPropertyDescription("Kubelet.") @Nullable KubeletFacts kubelet,

        @JsonPropertyDescription("Operating system.") @Nullable
        HostFacts host,

        @JsonPropertyDescription("The owned fields of the configuration that the kubelet runs, as it was read.")
        @Nullable
        KubeletConfiguration live,

        @JsonPropertyDescription(
                "Where that was read: Configz, or Files where the kubelet does not let its configz be read.")
        @Nullable
        String liveSource,

        @JsonPropertyDescription("Hash of the configuration the kubelet runs.") @Nullable
        String liveHash,

        @JsonPropertyDescription("Topology manager policy in force.") @Nullable
        String policy,

        @JsonPropertyDescription("Topology manager scope in force.") @Nullable
        String scope,

        @JsonPropertyDescription("Whether the kubelet runs the wanted configuration.")
        Boolean configured,

        @JsonPropertyDescription("Pre-flight findings.") @Size(max = 50)
        List<Finding> findings,

        @JsonPropertyDescription("Time at which each phase was entered.")
        Map<String, String> transitions,

        @JsonPropertyDescription("Files that were backed up.")
        List<String> backedUp,

        @JsonPropertyDescription("Whether the node was cordoned before the operator touched it.") @Nullable
        Boolean cordonedBefore,

        @JsonPropertyDescription("What is going on.") @Nullable
        String message) {

    public NUMANodeStatus {
        configured = configured == null ? false : configured;
        findings = findings == null ? List.of() : List.copyOf(findings);
        transitions = transitions == null ? Map.of() : Map.copyOf(transitions);
        backedUp = backedUp == null ? List.of() : List.copyOf(backedUp);
    }
}
