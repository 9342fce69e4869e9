package io.numaresources.testbed.openshift;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/** Access to OpenShift's kinds, which have no Java types here. */
public enum Kinds {
    KUBELET_CONFIG("machineconfiguration.openshift.io", "v1", "KubeletConfig", "kubeletconfigs"),
    POOL("machineconfiguration.openshift.io", "v1", "MachineConfigPool", "machineconfigpools"),
    INFRASTRUCTURE("config.openshift.io", "v1", "Infrastructure", "infrastructures"),
    PERFORMANCE_PROFILE("performance.openshift.io", "v2", "PerformanceProfile", "performanceprofiles"),
    PEER_OPERATOR("nodetopology.openshift.io", "v1", "NUMAResourcesOperator", "numaresourcesoperators"),
    PEER_SCHEDULER("nodetopology.openshift.io", "v1", "NUMAResourcesScheduler", "numaresourcesschedulers");

    private final ResourceDefinitionContext context;

    Kinds(String group, String version, String kind, String plural) {
        context = new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(false)
                .build();
    }

    /** Objects of the kind. */
    public MixedOperation<GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            in(KubernetesClient client) {
        return client.genericKubernetesResources(context);
    }
}
