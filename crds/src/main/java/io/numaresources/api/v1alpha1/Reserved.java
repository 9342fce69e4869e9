package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import org.jspecify.annotations.Nullable;

/** What is kept back for the system on each node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value =
                "!has(self.cpus) || type(self.cpus) == int || self.cpus.matches('^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$')",
        message =
                "reserved.cpus must be a CPU set such as \"0,32\" or \"0-1,32-33\", or a whole number of cores per NUMA node without quotes")
@ValidationRule(
        value = "!has(self.cpus) || type(self.cpus) != int || (self.cpus >= 1 && self.cpus <= 64)",
        message =
                "reserved.cpus as a number means whole cores per NUMA node and must be from 1 to 64: the static CPU manager needs at least one reserved CPU")
@ValidationRule(
        value =
                "!has(self.memory) || (type(self.memory) == string && !self.memory.endsWith('%') && isQuantity(self.memory) && !quantity(self.memory).isLessThan(quantity('100Mi')))",
        message =
                "reserved.memory must be an absolute quantity of at least 100Mi, such as 1Gi: the Static memory manager needs exact sums, a percentage is not possible")
public record Reserved(
        @JsonPropertyDescription(
                "A CPU set in a string (\"0,32\"), or an integer: whole cores kept back on each NUMA node. Default: computed per node.")
        @Nullable
        IntOrString cpus,

        @JsonPropertyDescription(
                "Memory kept back in all, an absolute quantity of at least 100Mi. Default: what the node reserves today.")
        @Nullable
        Quantity memory) {}
