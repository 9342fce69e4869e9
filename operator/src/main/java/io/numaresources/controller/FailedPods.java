package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches the failed pods of the whole cluster, and no others. */
final class FailedPods {
    private final KubernetesClient client;
    private final Consumer<Pod> seen;
    private final Consumer<String> gone;
    private @Nullable PodFeed running;

    /**
     * @param seen called with a pod that is new or changed, from the informer's thread
     * @param gone called with namespace and name of a pod that is gone
     */
    FailedPods(KubernetesClient client, Consumer<Pod> seen, Consumer<String> gone) {
        this.client = client;
        this.seen = seen;
        this.gone = gone;
    }

    synchronized void start() {
        if (running == null) {
            running = PodFeed.start(
                    client.pods().inAnyNamespace().withField("status.phase", "Failed"),
                    client.getKubernetesSerialization(),
                    seen,
                    gone);
        }
    }

    /** Whether all failed pods that there were at first were read. */
    synchronized boolean listed() {
        var feed = running;
        return feed != null && feed.listed();
    }

    /** Stops watching; all pods are told to be gone. */
    synchronized void stop() {
        var feed = running;
        if (feed != null) {
            feed.stop();
            running = null;
        }
    }
}
