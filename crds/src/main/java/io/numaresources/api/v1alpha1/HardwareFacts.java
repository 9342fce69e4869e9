package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A machine as its agent read it. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = ItemDescription.class, input = "zones:A NUMA node.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record HardwareFacts(
        @JsonPropertyDescription("CPU model.") @Nullable String cpuModel,
        @JsonPropertyDescription("Architecture.") @Nullable String architecture,
        @JsonPropertyDescription("Sockets.") @Nullable Integer sockets,

        @JsonPropertyDescription("Physical cores.") @Nullable
        Integer cores,

        @JsonPropertyDescription("Logical CPUs.") @Nullable Integer threads,

        @JsonPropertyDescription("CPU set that is online.") @Nullable
        String onlineCPUs,

        @JsonPropertyDescription("CPU set that the kernel keeps tasks off (isolcpus).") @Nullable
        String isolatedCPUs,

        @JsonPropertyDescription("NUMA nodes.") List<ZoneFacts> zones) {

    public HardwareFacts {
        zones = zones == null ? List.of() : List.copyOf(zones);
    }

    /** Number of NUMA nodes, for a printer column: one of those can not count. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    @JsonPropertyDescription("Number of NUMA nodes.")
    public Integer zoneCount() {
        return zones.size();
    }
}
