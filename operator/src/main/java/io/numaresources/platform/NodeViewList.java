package io.numaresources.platform;

import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;

/** List of slim Nodes. */
public final class NodeViewList extends DefaultKubernetesResourceList<NodeView> {
    private static final long serialVersionUID = 1L;
}
