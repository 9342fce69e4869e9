package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The updaters. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = ItemDescription.class, input = "daemonSets:An updater DaemonSet.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record UpdaterStatus(
        @JsonPropertyDescription("Updater type of spec.updater.") @Nullable
        String type,

        @JsonPropertyDescription("Image in force.") @Nullable
        String image,

        @JsonPropertyDescription("One DaemonSet for each group.")
        List<DaemonSetStatus> daemonSets) {

    public UpdaterStatus {
        daemonSets = daemonSets == null ? List.of() : List.copyOf(daemonSets);
    }
}
