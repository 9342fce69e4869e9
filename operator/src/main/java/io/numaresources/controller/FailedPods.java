package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches the failed pods of the whole cluster, and no others. Pods are read and dropped: the cache keeps names only. */
final class FailedPods {
    private static final long PAGE = 500;

    private final KubernetesClient client;
    private final Consumer<Pod> seen;
    private final Consumer<String> gone;
    private @Nullable SharedIndexInformer<Pod> running;

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
        if (running != null) {
            return;
        }
        var informer = client.pods()
                .inAnyNamespace()
                .withField("status.phase", "Failed")
                .withLimit(PAGE)
                .runnableInformer(0);
        informer.itemStore(new ReducedStateItemStore<>(
                ReducedStateItemStore.NAME_KEY_STATE, Pod.class, client.getKubernetesSerialization()));
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod pod) {
                seen.accept(pod);
            }

            @Override
            public void onUpdate(Pod before, Pod pod) {
                seen.accept(pod);
            }

            @Override
            public void onDelete(Pod pod, boolean finalStateUnknown) {
                gone.accept(key(pod));
            }
        });
        // not waited for: a pass needs no pods
        informer.start();
        running = informer;
    }

    /** Stops watching; all pods are told to be gone. */
    synchronized void stop() {
        var informer = running;
        if (informer != null) {
            informer.stop();
            informer.getStore().list().forEach(pod -> gone.accept(key(pod)));
            running = null;
        }
    }

    static String key(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }
}
