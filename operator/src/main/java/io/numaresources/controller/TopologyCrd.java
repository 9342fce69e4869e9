package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.SSABasedGenericKubernetesResourceMatcher;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.finding.FindingCode;
import io.numaresources.stack.StackLabels;
import java.util.Optional;

/**
 * Installs, repairs or adopts the NodeResourceTopology CRD. One that others installed and that can be used is left as it is,
 * since two owners that correct each other never end (scheduler-plugins #375, NFD #2194); one that can't be used is corrected.
 */
final class TopologyCrd {
    private final KubernetesClient client;

    /**
     * Outcome of a look at the CRD.
     *
     * @param differs whether it must be written
     * @param finding what a person should know about a foreign one
     */
    record Look(boolean differs, Optional<Finding> finding) {}

    TopologyCrd(KubernetesClient client) {
        this.client = client;
    }

    Look look(
            Optional<CustomResourceDefinition> desired,
            Optional<CustomResourceDefinition> actual,
            Context<NUMAResourcesOperator> context) {
        if (desired.isEmpty()) {
            return new Look(
                    false,
                    actual.isPresent()
                            ? Optional.empty()
                            : Optional.of(FindingCode.TOPOLOGY_CRD_MISSING.finding(
                                    "topologyCRD.management is Unmanaged and the NodeResourceTopology CRD does not exist:"
                                            + " install it or set Managed")));
        }
        if (actual.isEmpty()) {
            return new Look(true, Optional.empty());
        }
        if (isOurs(actual.get())) {
            boolean matches = SSABasedGenericKubernetesResourceMatcher.<CustomResourceDefinition>getInstance()
                    .matches(actual.get(), desired.get(), context);
            return new Look(!matches, Optional.empty());
        }
        return usable(actual.get())
                ? new Look(
                        false,
                        Optional.of(FindingCode.TOPOLOGY_CRD_ADOPTED.finding(
                                "the NodeResourceTopology CRD was installed by someone else, serves v1alpha2 and is used as it"
                                        + " is; it is not changed or removed by this operator")))
                : new Look(
                        true,
                        Optional.of(
                                FindingCode.TOPOLOGY_CRD_REPLACED.finding(
                                        "the NodeResourceTopology CRD of someone else did not serve v1alpha2 and was corrected")));
    }

    void write(CustomResourceDefinition desired) {
        client.resource(desired)
                .fieldManager(StackLabels.OPERATOR)
                .forceConflicts()
                .serverSideApply();
    }

    /** Deletes the CRD and with it every topology, unless it is somebody else's. */
    void delete(Optional<CustomResourceDefinition> actual) {
        actual.filter(TopologyCrd::isOurs).ifPresent(crd -> client.resource(crd).delete());
    }

    private static boolean isOurs(CustomResourceDefinition crd) {
        var labels = crd.getMetadata().getLabels();
        return labels != null && StackLabels.OPERATOR.equals(labels.get(StackLabels.MANAGED_BY));
    }

    private static boolean usable(CustomResourceDefinition crd) {
        return "Cluster".equals(crd.getSpec().getScope())
                && crd.getSpec().getVersions().stream()
                        .anyMatch(version ->
                                "v1alpha2".equals(version.getName()) && Boolean.TRUE.equals(version.getServed()));
    }
}
