package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;

/** The NodeResourceTopology CRD. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record TopologyCRD(
        @JsonPropertyDescription("Managed installs or adopts it; Unmanaged only uses it.")
        @Default("Managed")
        @UnknownAsAbsent
        CRDManagement management,

        @JsonPropertyDescription(
                "Keep leaves it when this resource is deleted; Delete removes it and with it every NodeResourceTopology in the cluster.")
        @Default("Keep")
        @UnknownAsAbsent
        CRDOnDelete onDelete) {

    public TopologyCRD {
        management = management == null ? CRDManagement.MANAGED : management;
        onDelete = onDelete == null ? CRDOnDelete.KEEP : onDelete;
    }
}
