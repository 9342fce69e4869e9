package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** Makes a cluster NUMA-aware. Cluster-scoped; the only one is called {@value #NAME}. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonClassDescription(
        "Makes the cluster NUMA-aware: configured kubelets, published topologies and a scheduler that aligns pods. There is one, called numaresources.")
@Group(NUMAResourcesOperator.GROUP)
@Version(NUMAResourcesOperator.VERSION)
@Kind(NUMAResourcesOperator.KIND)
@Singular("numaresourcesoperator")
@Plural("numaresourcesoperators")
@ShortNames("nro")
@Categories("numa")
@ValidationRule(
        value = "self.metadata.name == 'numaresources'",
        message =
                "metadata.name must be 'numaresources': one NUMAResourcesOperator serves the whole cluster, list further pools in spec.nodeGroups")
@AdditionalPrinterColumn(name = "Groups", jsonPath = ".status.groupCount", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Nodes", jsonPath = ".status.nodeCount", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "Configured",
        jsonPath = ".status.configuredCount",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Scheduler", jsonPath = ".status.scheduler.name")
@AdditionalPrinterColumn(name = "Available", jsonPath = ".status.conditions[?(@.type==\"Available\")].status")
@AdditionalPrinterColumn(name = "Progressing", jsonPath = ".status.conditions[?(@.type==\"Progressing\")].status")
@AdditionalPrinterColumn(name = "Degraded", jsonPath = ".status.conditions[?(@.type==\"Degraded\")].status")
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
public class NUMAResourcesOperator extends CustomResource<NUMAResourcesOperatorSpec, NUMAResourcesOperatorStatus> {
    private static final long serialVersionUID = 1L;

    public static final String GROUP = "numaresources.io";
    public static final String VERSION = "v1alpha1";
    public static final String KIND = "NUMAResourcesOperator";
    /** The one name the schema accepts. */
    public static final String NAME = "numaresources";

    @Override
    @Required
    @JsonPropertyDescription("What the cluster shall be.")
    public NUMAResourcesOperatorSpec getSpec() {
        return super.getSpec();
    }

    @Override
    @JsonDeserialize(using = SpecReader.class)
    public void setSpec(NUMAResourcesOperatorSpec spec) {
        super.setSpec(spec);
    }

    @Override
    @JsonPropertyDescription("What the cluster is.")
    public NUMAResourcesOperatorStatus getStatus() {
        return super.getStatus();
    }
}
