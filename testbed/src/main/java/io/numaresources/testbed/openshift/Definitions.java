package io.numaresources.testbed.openshift;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.Manifests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Definitions of OpenShift's kinds, a file for each of the operators that bring them. */
public enum Definitions {
    /** KubeletConfig and MachineConfigPool. */
    MACHINE_CONFIG("machineconfiguration.yaml"),
    /** SecurityContextConstraints, which MicroShift has too. */
    SECURITY("security.yaml"),
    /** Infrastructure. */
    CONFIG("config.yaml"),
    /** PerformanceProfile. */
    PERFORMANCE("performance.yaml"),
    /** NUMAResourcesOperator and NUMAResourcesScheduler of OpenShift's own operator. */
    NODE_TOPOLOGY("nodetopology.yaml");

    private final String file;

    Definitions(String file) {
        this.file = file;
    }

    /** Creates them, as an administrator; returns when they are served. */
    public void install(KubernetesClient client) {
        try (var stream = Definitions.class.getResourceAsStream(file)) {
            for (var object : client.load(stream).items()) {
                client.resource(object).create();
                if (object instanceof CustomResourceDefinition definition) {
                    Manifests.awaitEstablished(client, definition.getMetadata().getName(), Duration.ofSeconds(10));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
