package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which program writes the NodeResourceTopology objects of a node; never both on one node. */
public enum UpdaterType {
    @JsonProperty("NodeFeatureDiscovery")
    NODE_FEATURE_DISCOVERY("NodeFeatureDiscovery"),
    @JsonProperty("ResourceTopologyExporter")
    RESOURCE_TOPOLOGY_EXPORTER("ResourceTopologyExporter");

    private final String value;

    UpdaterType(String value) {
        this.value = value;
    }

    /** As it is written in the resource. */
    public String value() {
        return value;
    }

    @Override
    public String toString() {
        return value;
    }
}
