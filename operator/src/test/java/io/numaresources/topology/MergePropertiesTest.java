package io.numaresources.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The merge without the walk over every combination against the walk, as topologymanager/policy.go has it. */
class MergePropertiesTest {

    /** Hints of some resources over so many zones. */
    record Given(int zones, List<Hints> hints, long[][] distances, boolean closest) {}

    @Provide
    Arbitrary<Given> hints() {
        return Arbitraries.randomValue(MergePropertiesTest::given);
    }

    private static Given given(Random random) {
        int zones = 1 + random.nextInt(3);
        var hints = new ArrayList<Hints>();
        for (int r = random.nextInt(4); r > 0; r--) {
            hints.add(
                    switch (random.nextInt(8)) {
                        case 0 -> Hints.ANY;
                        case 1 -> Hints.NONE;
                        default -> {
                            int likely = 1 + random.nextInt(3);
                            var possible = ZoneSets.none(zones);
                            for (int mask = 1; mask < 1 << zones; mask++) {
                                if (random.nextInt(4) < likely) {
                                    possible.add(mask);
                                }
                            }
                            yield Hints.of(possible, 1 + random.nextInt(zones), Hints.NONE);
                        }
                    });
        }
        // as the memory manager does for each of its resources
        for (int copies = hints.isEmpty() ? 0 : random.nextInt(3); copies > 0; copies--) {
            hints.add(hints.getLast());
        }
        var distances = new long[zones][zones];
        for (long[] row : distances) {
            for (int i = 0; i < zones; i++) {
                row[i] = 10 + random.nextInt(3);
            }
        }
        return new Given(zones, hints, distances, random.nextBoolean());
    }

    @Property(tries = 3000)
    void findsWhatTheWalkFinds(@ForAll("hints") Given given) {
        assertThat(new Merge(given.zones(), given.distances(), given.closest()).best(given.hints()))
                .isEqualTo(new Walk(given).best());
    }

    /** Among so many zones the number of choices doesn't fit into 64 bits; zones that are in no set change nothing of the result. */
    @Property(tries = 100)
    void findsTheSameAmongZonesThatAreInNoSet(@ForAll("hints") Given given) {
        int zones = Hints.SEARCHABLE;
        var widened = new IdentityHashMap<Hints, Hints>();
        var wider = given.hints().stream()
                .map(hints -> widened.computeIfAbsent(hints, known -> widened(known, given.zones(), zones)))
                .toList();
        var distances = new long[zones][zones];
        for (int i = 0; i < given.zones(); i++) {
            System.arraycopy(given.distances()[i], 0, distances[i], 0, given.zones());
        }

        var narrow = new Merge(given.zones(), given.distances(), given.closest()).best(given.hints());
        var wide = new Merge(zones, distances, given.closest()).best(wider);

        assertThat(wide.preferred()).isEqualTo(narrow.preferred());
        if (wide.zones() != (1 << zones) - 1) {
            assertThat(wide.zones()).isEqualTo(narrow.zones());
        } else {
            assertThat(narrow.zones()).isEqualTo((1 << given.zones()) - 1);
        }
    }

    private static Hints widened(Hints hints, int narrow, int zones) {
        if (!hints.hasSets()) {
            return hints;
        }
        var possible = ZoneSets.none(zones);
        int width = 0;
        for (int mask = 1; mask < 1 << narrow; mask++) {
            if (hints.possible.has(mask)) {
                possible.add(mask);
            }
            width = hints.preferred.has(mask) ? Integer.bitCount(mask) : width;
        }
        return Hints.of(possible, width, Hints.NONE);
    }

    /** The kubelet's own way. */
    private static final class Walk {
        private final Given given;
        private final int all;
        private final int wanted;
        private int best;
        private boolean preferred;

        Walk(Given given) {
            this.given = given;
            this.all = (1 << given.zones()) - 1;
            this.wanted = given.hints().stream()
                    .filter(Hints::hasSets)
                    .mapToInt(hints -> hints.narrowest)
                    .max()
                    .orElse(0);
        }

        Merge.Best best() {
            walk(0, all, true, -1);
            return best == 0 ? new Merge.Best(all, false) : new Merge.Best(best, preferred);
        }

        private void walk(int i, int merged, boolean liked, int first) {
            if (i == given.hints().size()) {
                take(merged, liked);
                return;
            }
            Hints hints = given.hints().get(i);
            if (!hints.hasSets()) {
                walk(i + 1, merged, liked && hints == Hints.ANY, first);
            }
            for (int mask = 1; hints.hasSets() && mask <= all; mask++) {
                if (hints.possible.has(mask)) {
                    boolean same = first < 0 || first == mask;
                    walk(i + 1, merged & mask, liked && same && hints.preferred.has(mask), first < 0 ? mask : first);
                }
            }
        }

        private void take(int candidate, boolean liked) {
            if (candidate != 0 && replaces(candidate, liked)) {
                best = candidate;
                preferred = liked;
            }
        }

        private boolean replaces(int candidate, boolean liked) {
            if (best == 0 || liked != preferred) {
                return best == 0 || liked;
            }
            int width = Integer.bitCount(candidate);
            int now = Integer.bitCount(best);
            if (liked || now > wanted) {
                return fitter(candidate);
            }
            if (now == wanted) {
                return width == wanted && fitter(candidate);
            }
            if (width > wanted) {
                return false;
            }
            return width == wanted || (width == now ? fitter(candidate) : width > now);
        }

        private boolean fitter(int candidate) {
            int width = Integer.bitCount(candidate) - Integer.bitCount(best);
            if (width != 0 || !given.closest()) {
                return width < 0 || width == 0 && candidate < best;
            }
            double a = average(candidate);
            double b = average(best);
            return a == b ? candidate < best : a < b;
        }

        private double average(int mask) {
            double sum = 0;
            int n = 0;
            for (int a = 0; a < given.zones(); a++) {
                for (int b = 0; b < given.zones(); b++) {
                    if ((mask >> a & 1) == 1 && (mask >> b & 1) == 1) {
                        sum += given.distances()[a][b];
                        n++;
                    }
                }
            }
            return sum / n;
        }
    }
}
