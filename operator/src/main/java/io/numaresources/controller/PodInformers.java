package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Watches the pending and the failed pods of some schedulers, and no others. Objects are read and dropped: the caches keep names only.
 */
final class PodInformers {
    private static final long PAGE = 500;

    /** Hears of pods. */
    interface Listener {
        /** A pod in a phase is new or changed. */
        void seen(Pod pod);

        /**
         * A pod left a phase or is gone.
         *
         * @param key namespace and name
         */
        void left(String phase, String key);
    }

    private final KubernetesClient client;
    private final Listener listener;
    private final List<SharedIndexInformer<Pod>> running = new ArrayList<>();
    private Set<String> schedulers = Set.of();

    PodInformers(KubernetesClient client, Listener listener) {
        this.client = client;
        this.listener = listener;
    }

    /** Watches the pods of these schedulers from now on, and no others. */
    synchronized void follow(Set<String> names) {
        if (names.equals(schedulers)) {
            return;
        }
        stop();
        schedulers = Set.copyOf(names);
        for (String name : names) {
            running.add(start(name, "Pending"));
            running.add(start(name, "Failed"));
        }
    }

    synchronized void stop() {
        running.forEach(informer -> {
            informer.stop();
            informer.getStore().list().forEach(pod -> listener.left("", key(pod)));
        });
        running.clear();
        schedulers = Set.of();
    }

    private SharedIndexInformer<Pod> start(String scheduler, String phase) {
        var informer = client.pods()
                .inAnyNamespace()
                .withField("spec.schedulerName", scheduler)
                .withField("status.phase", phase)
                .withLimit(PAGE)
                .runnableInformer(0);
        informer.itemStore(new ReducedStateItemStore<>(
                ReducedStateItemStore.NAME_KEY_STATE, Pod.class, client.getKubernetesSerialization()));
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod pod) {
                listener.seen(pod);
            }

            @Override
            public void onUpdate(Pod before, Pod pod) {
                listener.seen(pod);
            }

            @Override
            public void onDelete(Pod pod, boolean finalStateUnknown) {
                listener.left(phase, key(pod));
            }
        });
        // not waited for: the schedulers' pods are no part of what a pass needs
        informer.start();
        return informer;
    }

    private static String key(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }
}
