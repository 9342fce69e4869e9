package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import org.jspecify.annotations.Nullable;

/** What is kept back for the system on each node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
        value = "!has(self.cpus) || type(self.cpus) != int || (self.cpus >= 1 && self.cpus <= 64)",
        fieldPath = ".cpus",
        message =
                "reserved.cpus as a number means whole cores per NUMA node and must be from 1 to 64: the static CPU manager needs at least one reserved CPU")
@ValidationRule(
        value = "!has(self.memory) || type(self.memory) == string",
        fieldPath = ".memory",
        message = "reserved.memory must be a quantity with a unit, such as 1Gi")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Reserved(
        @JsonPropertyDescription(
                "A CPU set in a string (\"0,32\"), or an integer: whole cores kept back on each NUMA node. Default: computed per node.")
        @Pattern("^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$")
        @Nullable
        IntOrString cpus,

        @JsonPropertyDescription(
                "Memory kept back in all, an absolute quantity of at least 100Mi. Default: what the node reserves today.")
        @Pattern("^([1-9][0-9]{2,}Mi?|[1-9][0-9]*(\\.[0-9]+)?[GT]i?)$")
        @Nullable
        Quantity memory) {}
