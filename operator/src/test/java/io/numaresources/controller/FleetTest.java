package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FleetTest {
    private final Map<String, NUMANode> watched = new ConcurrentHashMap<>();
    private final TickingClock clock = new TickingClock();
    private final Fleet fleet = new Fleet(clock);

    private static NUMANode node(String name, long version, String group) {
        var node = new NUMANode();
        node.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withResourceVersion(Long.toString(version))
                .build());
        node.setSpec(new NUMANodeSpec(group, null, null, null, null, null));
        return node;
    }

    private String group(String name) {
        return fleet.find(name).map(found -> found.node().getSpec().group()).orElse("none");
    }

    @BeforeEach
    void open() {
        fleet.open(
                new Cache<>() {
                    @Override
                    public Optional<NUMANode> get(ResourceID id) {
                        return Optional.ofNullable(watched.get(id.getName()));
                    }

                    @Override
                    public Stream<ResourceID> keys() {
                        return watched.keySet().stream().map(ResourceID::new);
                    }

                    @Override
                    public Stream<NUMANode> list(Predicate<NUMANode> predicate) {
                        return watched.values().stream().filter(predicate);
                    }
                },
                name -> {});
    }

    @Test
    void seesItsOwnWriteBeforeTheWatchTellsOfIt() {
        watched.put("a", node("a", 5, "old"));
        fleet.wrote(node("a", 6, "new"));
        fleet.wrote(node("b", 7, "created"));

        assertThat(group("a")).isEqualTo("new");
        assertThat(fleet.all()).containsOnlyKeys("a", "b");
    }

    @Test
    void seesWhatOthersWroteAfterwards() {
        fleet.wrote(node("a", 6, "own"));
        watched.put("a", node("a", 9, "others"));

        assertThat(group("a")).isEqualTo("others");
    }

    @Test
    void doesNotSeeWhatItDeletedNorMissesItsSuccessor() {
        watched.put("a", node("a", 5, "old"));
        fleet.deleted("a");

        assertThat(fleet.all()).isEmpty();
        watched.remove("a");
        assertThat(group("a")).isEqualTo("none");
        watched.put("a", node("a", 8, "again"));
        assertThat(group("a")).isEqualTo("again");
    }

    @Test
    void believesTheWatchOnceItsOwnWriteIsOldEvenIfTheClockWasSetBack() {
        watched.put("a", node("a", 5, "restored"));
        fleet.wrote(node("a", 6, "own"));
        clock.pass(Duration.ofHours(-1));
        assertThat(group("a")).isEqualTo("own");

        clock.pass(Duration.ofMinutes(2));
        assertThat(group("a")).isEqualTo("restored");
    }

    @Test
    void tellsOfEachVersionOnce() {
        var news = new AtomicInteger();
        fleet.onNews(news::incrementAndGet);

        fleet.seen(node("a", 5, "x"));
        fleet.seen(node("a", 5, "x"));
        fleet.seen(node("a", 6, "x"));

        assertThat(news).hasValue(2);
    }
}
