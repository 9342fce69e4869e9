package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The pod that this process runs in, read when it is first needed: its image is that of the agents, and its node goes last. */
@Singleton
class OwnPod {
    private static final String NO_IMAGE = "numaresources-operator:dev";

    private final KubernetesClient client;
    private final OperatorSettings settings;
    private Optional<Read> read = Optional.empty();

    private record Read(String image, String node) {}

    OwnPod(KubernetesClient client, OperatorSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    /** namespace/name. */
    String name() {
        return settings.namespace() + "/" + settings.identity();
    }

    /** Image of the operator. */
    String image() {
        return read().image();
    }

    /** Its node; empty where this process runs in no pod. */
    String node() {
        return read().node();
    }

    private synchronized Read read() {
        if (read.isEmpty()) {
            read = Optional.of(Optional.ofNullable(client.pods()
                            .inNamespace(settings.namespace())
                            .withName(settings.identity())
                            .get())
                    .map(OwnPod::of)
                    .orElse(new Read(NO_IMAGE, "")));
        }
        return read.get();
    }

    private static Read of(Pod pod) {
        return new Read(
                pod.getSpec().getContainers().getFirst().getImage(),
                Optional.ofNullable(pod.getSpec().getNodeName()).orElse(""));
    }
}
