package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kubelet as its agent read it. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = ItemDescription.class, input = "overridingFlags:A flag.")
@SchemaCustomizer(value = ItemDescription.class, input = "otherDropIns:A file of others.")
@SchemaCustomizer(value = ItemDescription.class, input = "inheritedOptions:A policy option.")
@SchemaCustomizer(value = ItemDescription.class, input = "reservedCgroups:Name of a field.")
@SchemaCustomizer(value = ItemDescription.class, input = "stateFiles:A state file.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record KubeletFacts(
        @JsonPropertyDescription("Version.") @Nullable String version,

        @JsonPropertyDescription("How it is started: kubeadm, config-dir, k3s, rke2 or unknown.") @Nullable
        String startedBy,

        @JsonPropertyDescription("Drop-in directory.") @Nullable
        String dropInDirectory,

        @JsonPropertyDescription("Command-line flags that would override the drop-in.")
        List<String> overridingFlags,

        @JsonPropertyDescription("Root directory.") @Nullable
        String rootDirectory,

        @JsonPropertyDescription("Whether its flags could be read; not those of a kubelet within k3s.") @Nullable
        Boolean flagsKnown,

        @JsonPropertyDescription("Files of others in the drop-in directory.")
        List<DropInFacts> otherDropIns,

        @JsonPropertyDescription("Policy options that files before the drop-in set.")
        List<String> inheritedOptions,

        @JsonPropertyDescription("systemReservedCgroup and kubeReservedCgroup, those that are set.")
        List<String> reservedCgroups,

        @JsonPropertyDescription("State files of CPU and memory manager, those that exist.")
        List<StateFileFacts> stateFiles,

        @JsonPropertyDescription("systemd unit that starts it.") @Nullable
        String unit,

        @JsonPropertyDescription("Time at which its process started.") @Nullable
        String started,

        @JsonPropertyDescription("How often systemd restarted its unit by itself since it was started.") @Nullable
        Integer restarts,

        @JsonPropertyDescription(
                "CPU set that it may give to pods, from its podresources API; empty without the static CPU manager.")
        @Nullable
        String allocatableCPUs) {

    public KubeletFacts {
        overridingFlags = overridingFlags == null ? List.of() : List.copyOf(overridingFlags);
        otherDropIns = otherDropIns == null ? List.of() : List.copyOf(otherDropIns);
        inheritedOptions = inheritedOptions == null ? List.of() : List.copyOf(inheritedOptions);
        reservedCgroups = reservedCgroups == null ? List.of() : List.copyOf(reservedCgroups);
        stateFiles = stateFiles == null ? List.of() : List.copyOf(stateFiles);
    }
}
