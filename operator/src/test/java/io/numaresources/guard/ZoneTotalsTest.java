package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.topology.Resources;
import io.numaresources.topology.Zone;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ZoneTotalsTest {

    @Test
    void sumsUpInBaseUnitsAndFindsTheLargestSlot() {
        var totals = ZoneTotals.of(List.of(zone(0, 16, 12, 5), zone(1, 16, 16, 7)));

        assertThat(totals.capacity()).containsEntry("cpu", 32.0).containsEntry("memory", 2048.0);
        assertThat(totals.allocatable()).containsEntry("cpu", 28.0);
        assertThat(totals.available()).containsEntry("cpu", 12.0);
        assertThat(totals.largestSlot()).containsEntry("cpu", 7.0);
    }

    /** Zone 0: pieces of 3 leave 2 of 5; zone 1: pieces of 4 leave 3 of 7. */
    @Test
    void strandedIsWhatNoQuarterOfAZoneCanHave() {
        assertThat(ZoneTotals.of(List.of(zone(0, 16, 12, 5), zone(1, 16, 16, 7)))
                        .stranded())
                .isEqualTo(5 / 12.0);
        assertThat(ZoneTotals.of(List.of(zone(0, 16, 16, 16))).stranded()).isZero();
        assertThat(ZoneTotals.of(List.of(zone(0, 16, 16, 0))).stranded()).isZero();
        assertThat(ZoneTotals.of(List.of()).stranded()).isZero();
        assertThat(ZoneTotals.of(List.of(zone(0, 2, 2, 1))).stranded()).isZero();
    }

    private static Zone zone(int id, long capacity, long allocatable, long available) {
        return new Zone(id, amounts(capacity), amounts(allocatable), amounts(available), Map.of(), OptionalInt.empty());
    }

    private static Resources amounts(long cpus) {
        return new Resources(Map.of("cpu", cpus * 1000, "memory", 1024L));
    }
}
