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
        String rootDirectory) {

    public KubeletFacts {
        overridingFlags = overridingFlags == null ? List.of() : List.copyOf(overridingFlags);
    }
}
