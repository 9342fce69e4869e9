package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.AsyncResult;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets nobody read anything but health who may not read the metrics. Health is for kubelets, which have no token. Everything else is closed, whatever a
 * path is spelled like.
 */
@Singleton
final class Doorkeeper {
    private static final Logger LOG = LoggerFactory.getLogger(Doorkeeper.class);
    private static final int BEFORE_ALL_ROUTES = 1000;
    private static final String HEALTH = "/q/health";
    private static final String SCHEME = "Bearer ";
    /** A token of the API server has a thousand letters or two. */
    private static final int LONGEST_TOKEN = 16_384;
    /** Tokens that are asked about at the same time; who invents tokens shall not keep the API server busy. */
    private static final int AT_A_TIME = 4;

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int UNAVAILABLE = 503;

    private final Readers readers;
    private final OperatorSettings settings;
    private final Semaphore room = new Semaphore(AT_A_TIME);

    Doorkeeper(KubernetesClient client, OperatorSettings settings, Clock clock) {
        this.settings = settings;
        readers = new Readers(new ReaderReview(client), clock);
    }

    void stand(@Observes Filters filters) {
        if (settings.metrics().authenticated()) {
            filters.register(this::let, BEFORE_ALL_ROUTES);
        } else {
            LOG.warn(
                    "metrics are told to everybody who reaches the port: numaresources.metrics.authenticated is false");
        }
    }

    private void let(RoutingContext visit) {
        var path = visit.normalizedPath();
        if (path.equals(HEALTH) || path.startsWith(HEALTH + "/")) {
            visit.next();
            return;
        }
        var token = token(visit);
        if (token.isEmpty()) {
            answer(visit, Reader.UNKNOWN);
            return;
        }
        readers.known(token.get()).ifPresentOrElse(known -> answer(visit, known), () -> ask(visit, token.get()));
    }

    private void ask(RoutingContext visit, String token) {
        if (!room.tryAcquire()) {
            visit.response().setStatusCode(UNAVAILABLE).end();
            return;
        }
        visit.request().pause();
        visit.vertx().executeBlocking(() -> readers.ask(token), false).onComplete(asked -> {
            room.release();
            visit.request().resume();
            answered(visit, asked);
        });
    }

    private static void answered(RoutingContext visit, AsyncResult<Reader> asked) {
        if (asked.succeeded()) {
            answer(visit, asked.result());
            return;
        }
        LOG.atWarn()
                .addKeyValue("error", asked.cause().getMessage())
                .log("it was not found out who may read the metrics");
        visit.response().setStatusCode(UNAVAILABLE).end();
    }

    private static void answer(RoutingContext visit, Reader reader) {
        switch (reader) {
            case ALLOWED -> visit.next();
            case FORBIDDEN -> visit.response().setStatusCode(FORBIDDEN).end();
            case UNKNOWN ->
                visit.response()
                        .setStatusCode(UNAUTHORIZED)
                        .putHeader("WWW-Authenticate", "Bearer")
                        .end();
        }
    }

    private static Optional<String> token(RoutingContext visit) {
        return Optional.ofNullable(visit.request().getHeader(HttpHeaders.AUTHORIZATION))
                .filter(header -> header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
                .map(header -> header.substring(SCHEME.length()).strip())
                .filter(token -> !token.isEmpty() && token.length() <= LONGEST_TOKEN);
    }
}
