package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodReadinessGate;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.List;
import java.util.Map;

/**
 * What one type of updater brings to a group's DaemonSet.
 *
 * @param serviceAccount name of its ServiceAccount
 * @param configuration data of its ConfigMap
 * @param containers its containers
 * @param volumes its volumes
 * @param readinessGates conditions that it sets on its own pod
 * @param nodes what nodes must have besides belonging to the group
 */
record UpdaterPod(
        String serviceAccount,
        Map<String, String> configuration,
        List<Container> containers,
        List<Volume> volumes,
        List<PodReadinessGate> readinessGates,
        List<NodeSelectorRequirement> nodes) {
    private static final int CONFIGURATION_MODE = 0644;

    static EnvVar value(String name, String value) {
        return new EnvVarBuilder().withName(name).withValue(value).build();
    }

    static EnvVar field(String name, String path) {
        return new EnvVarBuilder()
                .withName(name)
                .withNewValueFrom()
                .withNewFieldRef()
                .withApiVersion("v1")
                .withFieldPath(path)
                .endFieldRef()
                .endValueFrom()
                .build();
    }

    /** A directory of the host, never a socket file: that goes stale when the kubelet restarts. */
    static Volume directory(String name, String path, String type) {
        return new VolumeBuilder().withName(name).withNewHostPath(path, type).build();
    }

    static Volume configMap(String name, String configMap) {
        return new VolumeBuilder()
                .withName(name)
                .withNewConfigMap()
                .withName(configMap)
                .withDefaultMode(CONFIGURATION_MODE)
                .endConfigMap()
                .build();
    }

    static VolumeMount mount(String name, String path, boolean readOnly) {
        var mount = new VolumeMountBuilder().withName(name).withMountPath(path);
        return readOnly ? mount.withReadOnly(true).build() : mount.build();
    }
}
