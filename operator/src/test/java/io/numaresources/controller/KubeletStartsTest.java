package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KubeletStartsTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private final KubernetesClient unconnected = new KubernetesClientBuilder().build();
    private final AtomicInteger news = new AtomicInteger();
    private final KubeletStarts starts = new KubeletStarts(unconnected, news::incrementAndGet);

    @AfterEach
    void close() {
        unconnected.close();
    }

    private static EventBuilder of(String node) {
        return new EventBuilder()
                .withNewInvolvedObject()
                .withKind("Node")
                .withName(node)
                .endInvolvedObject();
    }

    private static Event at(String node, Instant time) {
        return of(node).withLastTimestamp(time.toString()).build();
    }

    @Test
    void knowsTheLastStartUntilTheNodeWasLookedAt() {
        starts.seen(at("a", NOON));
        starts.seen(at("a", NOON.plusSeconds(60)));
        starts.seen(at("b", NOON));

        assertThat(starts.last("a")).contains(NOON.plusSeconds(60));
        assertThat(news).hasValue(3);

        starts.done("a");

        assertThat(starts.last("a")).isEmpty();
        assertThat(starts.last("b")).contains(NOON);
    }

    @Test
    void takesTheTimeOfNewerRecorders() {
        starts.seen(of("a").withEventTime(new MicroTime("2026-11-30T12:00:00.123456Z"))
                .build());

        assertThat(starts.last("a")).contains(Instant.parse("2026-11-30T12:00:00.123456Z"));
    }

    @Test
    void leavesAnEventWithoutATime() {
        starts.seen(of("a").build());
        starts.seen(of("b").withLastTimestamp("yesterday").build());

        assertThat(starts.last("a")).isEmpty();
        assertThat(starts.last("b")).isEmpty();
        assertThat(news).hasValue(0);
    }
}
