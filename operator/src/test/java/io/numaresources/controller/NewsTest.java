package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NewsTest {
    private final List<Event> events = new ArrayList<>();
    private final News news = new News(new EventEmitter(events::add, new TickingClock()));

    /** However many passes there are. */
    @Test
    void aFindingIsToldOnceForAsLongAsItIsThere() {
        for (int pass = 0; pass < 1000; pass++) {
            news.found(resource(), List.of(missing("pass " + pass)));
        }
        assertThat(events).extracting(Event::getReason).containsExactly("TopologyMissing");

        news.found(resource(), List.of());
        news.found(resource(), List.of(missing("again")));
        assertThat(events).hasSize(2);
    }

    @Test
    void aPassTellsTenAtMost() {
        var many = IntStream.range(0, 50)
                .mapToObj(i -> FindingCode.NODE_DIFFERS.finding("hpc", "node-" + i, "differs"))
                .toList();

        news.found(resource(), many);
        news.found(resource(), many);

        assertThat(events).hasSize(10);
    }

    @Test
    void whatNeedsNobodyIsNoEvent() {
        news.found(resource(), List.of(FindingCode.POOL_MIXED.finding("hpc", "mixed")));

        assertThat(events).isEmpty();
    }

    /** The API server refuses more than 1024 characters. */
    @Test
    void aLongMessageIsCut() {
        news.found(resource(), List.of(FindingCode.EMPTY_GROUP.finding("hpc", "x".repeat(5000))));

        assertThat(events.getFirst().getMessage()).hasSize(1000);
    }

    private static Finding missing(String message) {
        return FindingCode.TOPOLOGY_MISSING.finding("hpc", message);
    }

    private static NUMAResourcesOperator resource() {
        var resource = new NUMAResourcesOperator();
        resource.setMetadata(
                new ObjectMetaBuilder().withName("numaresources").withUid("u").build());
        return resource;
    }
}
