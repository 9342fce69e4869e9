package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a kubelet configuration that this operator owns, and no others. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value =
                "!has(self.reservedSystemCPUs) || self.reservedSystemCPUs.split(',').all(r, !r.contains('-') || int(r.split('-')[0]) <= int(r.split('-')[1]))",
        fieldPath = ".reservedSystemCPUs",
        message = "reservedSystemCPUs ranges must go upwards, such as 2-5: the kubelet refuses 5-2")
@SchemaCustomizer(value = ItemDescription.class, input = "cpuManagerPolicyOptions:Value of an option.")
@SchemaCustomizer(value = ItemDescription.class, input = "topologyManagerPolicyOptions:Value of an option.")
@SchemaCustomizer(value = ItemDescription.class, input = "kubeReserved:Quantity of a resource.")
@SchemaCustomizer(value = ItemDescription.class, input = "systemReserved:Quantity of a resource.")
@SchemaCustomizer(value = ItemDescription.class, input = "evictionHard:Quantity or percentage of a signal.")
@SchemaCustomizer(value = ItemDescription.class, input = "featureGates:Whether the feature is on.")
@SchemaCustomizer(value = ItemDescription.class, input = "reservedMemory:Memory kept back on one NUMA node.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record KubeletConfiguration(
        @JsonPropertyDescription("CPU manager policy.") @Nullable @UnknownAsAbsent
        CpuPolicy cpuManagerPolicy,

        @JsonPropertyDescription("Options of the CPU manager.")
        Map<String, String> cpuManagerPolicyOptions,

        @JsonPropertyDescription("Reconcile period, a duration.")
        @Pattern("^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$")
        @Nullable
        String cpuManagerReconcilePeriod,

        @JsonPropertyDescription("CPU set kept back for the system.")
        @Pattern("^([0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*)?$")
        @Size(max = 2048)
        @Nullable
        String reservedSystemCPUs,

        @JsonPropertyDescription("Memory manager policy.") @Nullable @UnknownAsAbsent
        MemoryPolicy memoryManagerPolicy,

        @JsonPropertyDescription("Memory kept back on each NUMA node.") @Size(max = 64)
        List<ReservedMemory> reservedMemory,

        @JsonPropertyDescription("Topology manager policy.") @Nullable @UnknownAsAbsent
        TopologyPolicy topologyManagerPolicy,

        @JsonPropertyDescription("Topology manager scope.") @Nullable @UnknownAsAbsent
        TopologyScope topologyManagerScope,

        @JsonPropertyDescription("Options of the topology manager.")
        Map<String, String> topologyManagerPolicyOptions,

        @JsonPropertyDescription("Reserved for Kubernetes daemons.")
        Map<String, String> kubeReserved,

        @JsonPropertyDescription("Reserved for the system.") Map<String, String> systemReserved,

        @JsonPropertyDescription("Hard eviction thresholds, all of them: naming one resets the others.")
        Map<String, String> evictionHard,

        @JsonPropertyDescription("CPUManagerPolicyAlphaOptions only, and only where an alpha option is wanted.")
        Map<String, Boolean> featureGates) {

    public KubeletConfiguration {
        cpuManagerPolicyOptions = cpuManagerPolicyOptions == null ? Map.of() : Map.copyOf(cpuManagerPolicyOptions);
        reservedMemory = reservedMemory == null ? List.of() : List.copyOf(reservedMemory);
        topologyManagerPolicyOptions =
                topologyManagerPolicyOptions == null ? Map.of() : Map.copyOf(topologyManagerPolicyOptions);
        kubeReserved = kubeReserved == null ? Map.of() : Map.copyOf(kubeReserved);
        systemReserved = systemReserved == null ? Map.of() : Map.copyOf(systemReserved);
        evictionHard = evictionHard == null ? Map.of() : Map.copyOf(evictionHard);
        featureGates = featureGates == null ? Map.of() : Map.copyOf(featureGates);
    }
}
