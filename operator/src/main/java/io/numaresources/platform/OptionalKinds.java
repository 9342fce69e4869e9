package io.numaresources.platform;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.numaresources.openshift.OpenShiftKind;
import io.numaresources.stack.Platform;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kinds that only some clusters serve: watched where they are, from when they are. What is served is asked again at an interval, with one small
 * request where none of their API groups is there, instead of a watch for each definition that will never come.
 */
public final class OptionalKinds {
    private static final Logger LOG = LoggerFactory.getLogger(OptionalKinds.class);

    private final KubernetesClient client;
    private final Duration between;
    private final Runnable changed;
    private final Map<OpenShiftKind, SharedIndexInformer<GenericKubernetesResource>> informers =
            new EnumMap<>(OpenShiftKind.class);
    private final ScheduledExecutorService clock;
    private volatile Platform platform = Platform.KUBERNETES;

    /**
     * Nothing is asked yet.
     *
     * @param between time between two looks at what is served
     * @param changed called after an object of such a kind, or what is served, changed
     */
    public OptionalKinds(KubernetesClient client, Duration between, Runnable changed) {
        this.client = client;
        this.between = between;
        this.changed = changed;
        clock = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("optional-kinds").factory());
    }

    /** Looks at what is served and starts to watch it. */
    public void start() {
        look();
        clock.scheduleWithFixedDelay(this::look, between.toMillis(), between.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends all watches. */
    public synchronized void stop() {
        clock.shutdownNow();
        informers.values().forEach(SharedIndexInformer::stop);
        informers.clear();
    }

    /** What kind of cluster this is. */
    public Platform platform() {
        return platform;
    }

    /** Whether a kind is served. */
    public synchronized boolean serves(OpenShiftKind kind) {
        return informers.containsKey(kind);
    }

    /** Whether everything that is served is known: before, the absence of an object means nothing. */
    public synchronized boolean filled() {
        return informers.values().stream().allMatch(SharedIndexInformer::hasSynced);
    }

    /** Whether the objects of a kind are known, or it is not served. */
    public synchronized boolean filled(OpenShiftKind kind) {
        return Optional.ofNullable(informers.get(kind))
                .map(SharedIndexInformer::hasSynced)
                .orElse(true);
    }

    /** All objects of a kind; none where it is not served. */
    public synchronized Collection<GenericKubernetesResource> all(OpenShiftKind kind) {
        return Optional.ofNullable(informers.get(kind))
                .map(informer -> List.copyOf(informer.getIndexer().list()))
                .orElse(List.of());
    }

    private void look() {
        try {
            var probe = new PlatformProbe(client);
            var groups = probe.groups();
            var served = Arrays.stream(OpenShiftKind.values())
                    .filter(kind -> groups.contains(kind.group()))
                    .collect(Collectors.groupingBy(OpenShiftKind::apiVersion))
                    .values()
                    .stream()
                    .flatMap(kinds -> served(kinds).stream())
                    .collect(Collectors.toSet());
            var found = probe.of(groups);
            if (watch(served) || found != platform) {
                platform = found;
                LOG.atInfo()
                        .addKeyValue("platform", found)
                        .addKeyValue("watched", served)
                        .log("looked at what is served");
                changed.run();
            }
        } catch (RuntimeException unreachable) {
            // what is watched stays watched; the next look may tell more
            LOG.atWarn().addKeyValue("error", unreachable.getMessage()).log("what is served can't be told now");
        }
    }

    private Set<OpenShiftKind> served(List<OpenShiftKind> kinds) {
        var resources = client.getApiResources(kinds.getFirst().apiVersion());
        var names = resources == null
                ? Set.<String>of()
                : resources.getResources().stream().map(APIResource::getName).collect(Collectors.toSet());
        return kinds.stream().filter(kind -> names.contains(kind.plural())).collect(Collectors.toSet());
    }

    /** Watches these kinds and no others; true if that is a change. */
    private synchronized boolean watch(Set<OpenShiftKind> served) {
        var gone = new HashSet<>(informers.keySet());
        gone.removeAll(served);
        gone.forEach(kind -> Optional.ofNullable(informers.remove(kind)).ifPresent(SharedIndexInformer::stop));
        var added = new HashSet<>(served);
        added.removeAll(informers.keySet());
        added.forEach(kind -> informers.put(kind, informer(kind)));
        return !gone.isEmpty() || !added.isEmpty();
    }

    private SharedIndexInformer<GenericKubernetesResource> informer(OpenShiftKind kind) {
        var context = new ResourceDefinitionContext.Builder()
                .withGroup(kind.group())
                .withVersion(kind.version())
                .withKind(kind.kind())
                .withPlural(kind.plural())
                .withNamespaced(false)
                .build();
        var informer = client.genericKubernetesResources(context)
                .runnableInformer(0)
                // a kind that may not be read, or is gone again, keeps nothing else from working
                .exceptionHandler((started, failure) -> true);
        informer.addEventHandler(new Changes<>(changed));
        informer.start().thenRun(changed);
        return informer;
    }
}
