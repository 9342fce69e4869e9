package io.numaresources.node;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.api.v1alpha1.NUMANode;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The ledger at the API server. */
public final class ApiLedger implements Ledger {
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;
    private static final long PATIENCE_SECONDS = 10;

    /** The header Date has whole seconds, cut off. */
    private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

    private final KubernetesClient client;
    private final String node;
    private final InstantSource clock;

    /** The ledger of this node. */
    public ApiLedger(KubernetesClient client, String node, InstantSource clock) {
        this.client = client;
        this.node = node;
        this.clock = clock;
    }

    @Override
    public Optional<NUMANode> read() {
        try {
            return Optional.ofNullable(
                    client.resources(NUMANode.class).withName(node).get());
        } catch (KubernetesClientException e) {
            throw new UnavailableException("reading NUMANode " + node + ": " + e.getMessage(), e);
        }
    }

    @Override
    public NUMANode write(NUMANode seen, Map<String, @Nullable Object> fields) {
        var patch = StatusPatch.of(seen, fields);
        if (patch.isEmpty()) {
            return seen;
        }
        try {
            return client.resources(NUMANode.class)
                    .withName(node)
                    .subresource("status")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), patch.get());
        } catch (KubernetesClientException e) {
            // a NUMANode that is gone is read anew, too
            if (e.getCode() == CONFLICT || e.getCode() == NOT_FOUND) {
                throw new ConflictException(String.valueOf(e.getMessage()));
            }
            throw new UnavailableException("writing the status of NUMANode " + node + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Duration clockSkew() {
        try {
            var http = client.getHttpClient();
            var request = http.newHttpRequestBuilder()
                    .uri(URI.create(client.getConfiguration().getMasterUrl()).resolve("/version"))
                    .build();
            var before = clock.instant();
            var response = http.sendAsync(request, String.class).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            var after = clock.instant();
            var date = response.header("Date");
            if (date == null) {
                throw new UnavailableException("the API server tells no time", null);
            }
            Instant server = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .plus(HALF_A_SECOND);
            return Duration.between(
                    server, before.plus(Duration.between(before, after).dividedBy(2)));
        } catch (ExecutionException | TimeoutException | DateTimeParseException | KubernetesClientException e) {
            throw new UnavailableException("asking the API server for its time: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted", e);
        }
    }
}
