package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.finding.FindingCode;
import io.numaresources.guard.NodeAudit;
import io.numaresources.guard.Suspicion;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the pods of a node where there is reason to: it publishes other amounts, or pods wait though some node would take them. One node in two seconds at
 * most, and none while nothing changes: to watch all pods of a cluster would cost more than the rest of the operator.
 */
final class NodeAudits {
    private static final Logger LOG = LoggerFactory.getLogger(NodeAudits.class);
    private static final Duration BETWEEN = Duration.ofSeconds(2);
    /** A fingerprint that doesn't match is compared again. */
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final KubernetesClient client;
    private final Runnable onNews;
    private final Set<String> queue = new LinkedHashSet<>();
    private final Map<String, List<Suspicion>> found = new ConcurrentHashMap<>();
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("node-audits").daemon().factory());
    private volatile Function<String, Optional<NodeAudit>> subjects = node -> Optional.empty();
    private boolean planned;

    /**
     * @param onNews called when something else is suspected than before
     */
    NodeAudits(KubernetesClient client, Runnable onNews) {
        this.client = client;
        this.onNews = onNews;
    }

    /**
     * Audits by these facts from now on.
     *
     * @param nodes nodes of the groups; of others nothing is suspected
     * @param facts what is known of a node; empty for one that isn't to be audited
     */
    void follow(Collection<String> nodes, Function<String, Optional<NodeAudit>> facts) {
        subjects = facts;
        found.keySet().retainAll(nodes);
    }

    void stop() {
        worker.shutdownNow();
    }

    /** Has a node audited. */
    synchronized void add(String node) {
        if (subjects.apply(node).isPresent()) {
            queue.add(node);
            plan();
        }
    }

    /** What is suspected of all nodes. */
    List<Suspicion> suspicions() {
        return found.values().stream().flatMap(List::stream).toList();
    }

    private synchronized void plan() {
        if (!planned && !queue.isEmpty() && !worker.isShutdown()) {
            planned = true;
            worker.schedule(this::next, BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void next() {
        String node;
        synchronized (this) {
            planned = false;
            node = queue.iterator().next();
            queue.remove(node);
            plan();
        }
        try {
            subjects.apply(node).ifPresent(this::audit);
        } catch (RuntimeException failed) {
            LOG.atWarn()
                    .addKeyValue("node", node)
                    .addKeyValue("error", failed.getMessage())
                    .log("node was not audited");
        }
    }

    private void audit(NodeAudit audit) {
        var pods = client.pods()
                .inAnyNamespace()
                .withField("spec.nodeName", audit.node())
                .list()
                .getItems();
        var suspicions = audit.suspicions(pods);
        var before = suspicions.isEmpty() ? found.remove(audit.node()) : found.put(audit.node(), suspicions);
        if (!suspicions.equals(before == null ? List.of() : before)) {
            onNews.run();
        }
        if (suspicions.stream().anyMatch(suspicion -> suspicion.code() == FindingCode.FINGERPRINT_MISMATCH)
                && !worker.isShutdown()) {
            worker.schedule(() -> add(audit.node()), AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
