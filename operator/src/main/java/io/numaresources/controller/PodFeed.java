package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.function.Consumer;

/** Watches some pods and keeps no more of them than their names, however many they are. */
final class PodFeed {
    private static final long PAGE = 500;

    private final SharedIndexInformer<Pod> informer;
    private final Consumer<String> left;

    private PodFeed(SharedIndexInformer<Pod> informer, Consumer<String> left) {
        this.informer = informer;
        this.left = left;
    }

    /**
     * Starts to watch, and doesn't wait for the first pods: a pass needs none.
     *
     * @param seen told of each pod that is new or changed
     * @param left told of the key of each pod that is no longer among them
     */
    static PodFeed start(
            Informable<Pod> pods, KubernetesSerialization serialization, Consumer<Pod> seen, Consumer<String> left) {
        var informer = pods.withLimit(PAGE).runnableInformer(0);
        informer.itemStore(new ReducedStateItemStore<>(ReducedStateItemStore.NAME_KEY_STATE, Pod.class, serialization));
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
                left.accept(key(pod));
            }
        });
        informer.start();
        return new PodFeed(informer, left);
    }

    /** Whether all pods that there were at first were read. */
    boolean listed() {
        return informer.hasSynced();
    }

    /** Stops watching; all pods are told to have left. */
    void stop() {
        informer.stop();
        informer.getStore().list().forEach(pod -> left.accept(key(pod)));
    }

    /** Namespace and name. */
    static String key(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }
}
