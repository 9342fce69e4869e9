package io.numaresources.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What is done for 64 sets at once against each set on its own, with zones of one word and of several. */
class ZoneSetsTest {

    /** Amounts by zone, the request that sets are made by, and further zones. */
    record Given(long[] amounts, long request, int mask) {
        int all() {
            return (1 << amounts.length) - 1;
        }

        ZoneSets sets() {
            return ZoneSets.reaching(amounts, request);
        }

        boolean reaches(int mask) {
            return mask != 0
                    && IntStream.range(0, amounts.length)
                                    .filter(i -> (mask >>> i & 1) != 0)
                                    .mapToLong(i -> amounts[i])
                                    .sum()
                            >= request;
        }
    }

    @Provide
    Arbitrary<Given> givens() {
        return Arbitraries.randomValue(ZoneSetsTest::given);
    }

    private static Given given(Random random) {
        var amounts = random.longs(1 + random.nextInt(9), 0, 5).map(n -> n % 4).toArray();
        return new Given(amounts, random.nextInt(9), random.nextInt(1 << amounts.length));
    }

    private static void assertSets(ZoneSets sets, Given given, IntPredicate expected) {
        for (int mask = 1; mask <= given.all(); mask++) {
            assertThat(sets.has(mask)).as(ZoneMask.text(mask)).isEqualTo(expected.test(mask));
        }
        assertThat(sets.has(0)).isFalse();
    }

    @Property
    void holdsTheSetsThatReachARequest(@ForAll("givens") Given given) {
        assertSets(given.sets(), given, given::reaches);
    }

    @Property
    void keepsThoseWithAndThoseWithin(@ForAll("givens") Given given) {
        var including = given.sets();
        including.keepIncluding(given.mask());
        assertSets(including, given, mask -> given.reaches(mask) && (given.mask() & ~mask) == 0);
        var within = given.sets();
        within.keepWithin(given.mask());
        assertSets(within, given, mask -> given.reaches(mask) && (mask & ~given.mask()) == 0);
        var one = ZoneSets.none(given.amounts().length);
        if (given.mask() != 0) {
            one.add(given.mask());
        }
        var both = given.sets();
        both.add(one);
        assertSets(both, given, mask -> given.reaches(mask) || mask == given.mask());
        both.keep(one);
        assertSets(both, given, mask -> mask == given.mask());
    }

    @Property
    void addsTheSubsetsOfEach(@ForAll("givens") Given given) {
        var sets = ZoneSets.none(given.amounts().length);
        sets.add(given.all());
        sets.keepWithin(given.mask());
        if (given.mask() != 0) {
            sets.add(given.mask());
        }
        sets.addSubsets();

        assertSets(sets, given, mask -> (mask & ~given.mask()) == 0);
    }

    @Property
    void findsTheFirstOfAWidth(@ForAll("givens") Given given) {
        for (int width = 1; width <= given.amounts().length; width++) {
            int wide = width;
            assertSets(
                    given.sets().ofWidth(width), given, mask -> given.reaches(mask) && Integer.bitCount(mask) == wide);
            assertThat(given.sets().next(width, given.mask()))
                    .isEqualTo(IntStream.rangeClosed(given.mask(), given.all())
                            .filter(mask -> Integer.bitCount(mask) == wide && given.reaches(mask))
                            .findFirst()
                            .orElse(0));
        }
        int narrowest = IntStream.rangeClosed(1, given.all())
                .filter(given::reaches)
                .map(Integer::bitCount)
                .min()
                .orElse(0);
        assertThat(Integer.bitCount(given.sets().first())).isEqualTo(narrowest);
    }
}
