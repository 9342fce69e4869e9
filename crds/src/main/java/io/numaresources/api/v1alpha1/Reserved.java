package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import org.jspecify.annotations.Nullable;

/** What is kept back for the system on each node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@SchemaCustomizer(value = TextForm.class, input = "cpus:^[0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*$")
@SchemaCustomizer(value = TextForm.class, input = "memory:^([1-9][0-9]{2,}Mi?|[1-9][0-9]*(\\.[0-9]+)?[GT]i?)$")
@ValidationRule(
        value = "!has(self.cpus) || type(self.cpus) != int || (self.cpus >= 1 && self.cpus <= 64)",
        fieldPath = ".cpus",
        message =
                "reserved.cpus as a number means whole cores per NUMA node and must be from 1 to 64: the static CPU manager needs at least one reserved CPU")
@ValidationRule(
        value =
                "!has(self.cpus) || type(self.cpus) == int || (self.cpus >= '0' && self.cpus < ':' && (self.cpus.endsWith('0') || self.cpus.endsWith('1') || self.cpus.endsWith('2') || self.cpus.endsWith('3') || self.cpus.endsWith('4') || self.cpus.endsWith('5') || self.cpus.endsWith('6') || self.cpus.endsWith('7') || self.cpus.endsWith('8') || self.cpus.endsWith('9')))",
        fieldPath = ".cpus",
        message =
                "reserved.cpus as text must be a CPU set, such as \"0,32\" or \"0-1,32-33\": for a number of cores per NUMA node leave the quotes out")
@ValidationRule(
        value =
                "!has(self.memory) || (type(self.memory) == string && (self.memory.endsWith('Mi') || self.memory.endsWith('Gi') || self.memory.endsWith('Ti') || self.memory.endsWith('M') || self.memory.endsWith('G') || self.memory.endsWith('T')))",
        fieldPath = ".memory",
        message =
                "reserved.memory must be an absolute quantity with a unit of Mi, Gi or Ti, such as 1Gi: the kubelet reserves no percentage")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Reserved(
        @JsonPropertyDescription(
                "A CPU set in a string (\"0,32\"), or an integer: whole cores kept back on each NUMA node. Default: computed per node.")
        @Nullable
        IntOrString cpus,

        @JsonPropertyDescription(
                "Memory kept back in all, an absolute quantity of at least 100Mi. Default: what the node reserves today.")
        @Nullable
        Quantity memory) {}
