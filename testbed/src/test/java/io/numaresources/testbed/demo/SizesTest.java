package io.numaresources.testbed.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SizesTest {

    @Test
    void fillsByMemoryWhereZonesAreSmall() {
        var sizes = Sizes.of(List.of(zone(0, 3, 7), zone(1, 4, 8))).orElseThrow();

        assertThat(sizes).isEqualTo(new Sizes(1, 5, 2, 4, 1));
        assertThat(sizes.freeInAll(List.of(zone(0, 3, 7), zone(1, 4, 8)))).isEqualTo(5);
    }

    @Test
    void fillsByCpusWhereZonesAreLarge() {
        assertThat(Sizes.of(List.of(zone(0, 38, 190), zone(1, 38, 190)))).contains(new Sizes(20, 1, 2, 19, 19));
    }

    @Test
    void findsNoneForASingleZone() {
        assertThat(Sizes.of(List.of(zone(0, 16, 64)))).isEmpty();
        assertThat(Sizes.of(List.of())).isEmpty();
    }

    private static Zone zone(int number, int cpus, int gib) {
        return new Zone("node", "node-" + number, cpus, cpus, (long) gib << 30);
    }
}
