package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.numaresources.fleet.Reported;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Watches the event that each kubelet writes when it starts ("Starting kubelet.", in namespace default): a kubelet can't run another
 * configuration before. Starts while no operator ran are seen too, for as long as events are kept, which is an hour.
 */
final class KubeletStarts {
    private static final String NAMESPACE = "default";
    private static final long PAGE = 500;

    private final KubernetesClient client;
    private final Runnable onNews;
    private final Map<String, Instant> latest = new ConcurrentHashMap<>();
    private @Nullable SharedIndexInformer<Event> running;

    /**
     * @param onNews called when a kubelet has started
     */
    KubeletStarts(KubernetesClient client, Runnable onNews) {
        this.client = client;
        this.onNews = onNews;
    }

    /** Watches from now on; doesn't wait for the first events. */
    synchronized void start() {
        if (running != null) {
            return;
        }
        var informer = client.v1()
                .events()
                .inNamespace(NAMESPACE)
                .withField("involvedObject.kind", "Node")
                .withField("reason", "Starting")
                .withField("source", "kubelet")
                .withLimit(PAGE)
                .runnableInformer(0);
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Event event) {
                seen(event);
            }

            @Override
            public void onUpdate(Event before, Event event) {
                seen(event);
            }

            @Override
            public void onDelete(Event event, boolean finalStateUnknown) {
                // what was seen stays until the node is looked at
            }
        });
        informer.start();
        running = informer;
    }

    synchronized void stop() {
        if (running != null) {
            running.stop();
            running = null;
        }
    }

    /** When the kubelet of a node started last, by the clock of that node, as far as it was seen. */
    Optional<Instant> last(String node) {
        return Optional.ofNullable(latest.get(node));
    }

    /** Forgets a start, once the node is looked at for it. */
    void done(String node) {
        latest.remove(node);
    }

    /** Takes the time of an event; one without any is of no use. */
    void seen(Event event) {
        time(event).ifPresent(time -> {
            latest.put(event.getInvolvedObject().getName(), time);
            onNews.run();
        });
    }

    private static Optional<Instant> time(Event event) {
        return Optional.ofNullable(event.getLastTimestamp())
                .or(() -> Optional.ofNullable(event.getEventTime()).map(time -> time.getTime()))
                .flatMap(Reported::time);
    }
}
