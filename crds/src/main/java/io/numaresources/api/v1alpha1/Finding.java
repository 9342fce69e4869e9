package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** Something a person should know. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Finding(
        @JsonPropertyDescription("Info, Warning or Error.") @Required @UnknownAsAbsent
        Severity severity,

        @JsonPropertyDescription("Stable code, listed in docs/findings.md.") @Required
        String code,

        @JsonPropertyDescription("Group it is about.") @Nullable
        String group,

        @JsonPropertyDescription("Node it is about.") @Nullable
        String node,

        @JsonPropertyDescription("What is wrong and what to do.") @Required
        String message) {

    public Finding {
        // one that a newer version wrote with a severity of its own
        severity = severity == null ? Severity.ERROR : severity;
    }
}
