package io.numaresources.platform;

import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;

/** List of slim NodeResourceTopologies. */
public final class TopologyViewList extends DefaultKubernetesResourceList<TopologyView> {
    private static final long serialVersionUID = 1L;
}
