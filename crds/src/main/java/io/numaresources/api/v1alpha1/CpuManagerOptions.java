package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/** Policy options of the static CPU manager policy. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value =
                "!(has(self.fullPCPUsOnly) && self.fullPCPUsOnly && has(self.distributeCPUsAcrossCores) && self.distributeCPUsAcrossCores)",
        message =
                "fullPCPUsOnly and distributeCPUsAcrossCores can not be used together, the kubelet refuses the pair: set one of them to false")
@ValidationRule(
        value =
                "!(has(self.distributeCPUsAcrossNUMA) && self.distributeCPUsAcrossNUMA && has(self.distributeCPUsAcrossCores) && self.distributeCPUsAcrossCores)",
        message =
                "distributeCPUsAcrossNUMA and distributeCPUsAcrossCores can not be used together, the kubelet refuses the pair: set one of them to false")
@ValidationRule(
        value =
                "!(has(self.preferAlignCPUsByUncoreCache) && self.preferAlignCPUsByUncoreCache && has(self.distributeCPUsAcrossCores) && self.distributeCPUsAcrossCores)",
        message =
                "preferAlignCPUsByUncoreCache and distributeCPUsAcrossCores can not be used together, the kubelet refuses the pair: set one of them to false")
@ValidationRule(
        value =
                "!(has(self.preferAlignCPUsByUncoreCache) && self.preferAlignCPUsByUncoreCache && has(self.distributeCPUsAcrossNUMA) && self.distributeCPUsAcrossNUMA)",
        message =
                "preferAlignCPUsByUncoreCache and distributeCPUsAcrossNUMA can not be used together, the kubelet refuses the pair: set one of them to false")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CpuManagerOptions(
        @JsonPropertyDescription("Give whole physical cores only (full-pcpus-only).") @Nullable
        Boolean fullPCPUsOnly,

        @JsonPropertyDescription(
                "Spread CPUs evenly over NUMA nodes when more than one is needed (distribute-cpus-across-numa; alpha before kubelet 1.33).")
        @Nullable
        Boolean distributeCPUsAcrossNUMA,

        @JsonPropertyDescription("Align by socket instead of NUMA node (align-by-socket; alpha).") @Nullable
        Boolean alignBySocket,

        @JsonPropertyDescription("Spread CPUs over physical cores (distribute-cpus-across-cores; alpha).") @Nullable
        Boolean distributeCPUsAcrossCores,

        @JsonPropertyDescription(
                "Keep every pod off the reserved CPUs (strict-cpu-reservation; kubelet 1.32 and newer).")
        @Nullable
        Boolean strictCPUReservation,

        @JsonPropertyDescription(
                "Prefer CPUs of one last-level cache (prefer-align-cpus-by-uncorecache; kubelet 1.32 and newer).")
        @Nullable
        Boolean preferAlignCPUsByUncoreCache) {}
