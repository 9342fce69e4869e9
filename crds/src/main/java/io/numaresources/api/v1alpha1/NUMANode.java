package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** A managed node: cluster-scoped, of the node's name, written by the operator and its agent only. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonClassDescription(
        "A node that is managed by NUMAResourcesOperator: cluster-scoped, of the same name as the node, written by the operator and its agent only.")
@Group(NUMAResourcesOperator.GROUP)
@Version(NUMAResourcesOperator.VERSION)
@Kind("NUMANode")
@Singular("numanode")
@Plural("numanodes")
@ShortNames("nn")
@Categories("numa")
@AdditionalPrinterColumn(name = "Group", jsonPath = ".spec.group")
@AdditionalPrinterColumn(name = "Policy", jsonPath = ".status.policy")
@AdditionalPrinterColumn(name = "Scope", jsonPath = ".status.scope")
@AdditionalPrinterColumn(
        name = "Zones",
        jsonPath = ".status.hardware.zoneCount",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "CPUs",
        jsonPath = ".status.hardware.threads",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "Configured",
        jsonPath = ".status.configured",
        type = AdditionalPrinterColumn.Type.BOOLEAN)
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Message", jsonPath = ".status.message")
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
public class NUMANode extends CustomResource<NUMANodeSpec, NUMANodeStatus> {
    private static final long serialVersionUID = 1L;

    @Override
    @Required
    @JsonPropertyDescription("What the node shall run.")
    public NUMANodeSpec getSpec() {
        return super.getSpec();
    }

    @Override
    @JsonDeserialize(using = SpecReader.class)
    public void setSpec(NUMANodeSpec spec) {
        super.setSpec(spec);
    }

    @Override
    @JsonPropertyDescription("The node as it is observed.")
    public NUMANodeStatus getStatus() {
        return super.getStatus();
    }
}
