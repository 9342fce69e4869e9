package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Watches the pending and the failed pods of some schedulers, and no others. */
final class PodInformers {
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
    private final List<PodFeed> running = new ArrayList<>();
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
        running.forEach(PodFeed::stop);
        running.clear();
        schedulers = Set.of();
    }

    private PodFeed start(String scheduler, String phase) {
        return PodFeed.start(
                client.pods()
                        .inAnyNamespace()
                        .withField("spec.schedulerName", scheduler)
                        .withField("status.phase", phase),
                client.getKubernetesSerialization(),
                listener::seen,
                key -> listener.left(phase, key));
    }
}
