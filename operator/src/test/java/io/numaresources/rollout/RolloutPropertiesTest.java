package io.numaresources.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** What holds for any pool and any failures. */
class RolloutPropertiesTest {
    private static final int SOAK = 4;

    @Provide
    Arbitrary<List<SimulatedPool.Spec>> pools() {
        var bool = Arbitraries.frequency(Tuple.of(5, false), Tuple.of(1, true));
        var step = Arbitraries.of(Step.class).optional(0.15);
        return Combinators.combine(
                        bool,
                        bool,
                        bool,
                        bool,
                        step,
                        bool,
                        Arbitraries.integers().between(1, 3))
                .as(SimulatedPool.Spec::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(12);
    }

    @Provide
    Arbitrary<List<SimulatedPool.Spec>> soundPools() {
        return Combinators.combine(
                        Arbitraries.of(true, false), Arbitraries.integers().between(1, 3))
                .as((controlPlane, ticks) ->
                        new SimulatedPool.Spec(controlPlane, false, false, false, Optional.empty(), false, ticks))
                .list()
                .ofMinSize(1)
                .ofMaxSize(12);
    }

    @Provide
    Arbitrary<Limits> limits() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 100),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 3))
                .as((most, percentage, canaries) -> new Limits(
                        new MaxUnavailable(percentage ? most : 1 + most % 5, percentage),
                        canaries,
                        Duration.ofSeconds(SOAK),
                        true,
                        false));
    }

    @Property(tries = 300)
    void respectsBudgetCanaryAndFailures(
            @ForAll("pools") List<SimulatedPool.Spec> specs, @ForAll("limits") Limits limits, @ForAll long seed) {
        var pool = new SimulatedPool(specs, limits, seed);
        int most = limits.maxUnavailable().of(specs.size());
        while (!pool.settled()) {
            int unavailableBefore = pool.unavailable();
            int canariesLeft = pool.group().canaries() - pool.group().doneCount();
            int inFlightBefore = pool.inFlight();
            boolean failedBefore = !pool.group().failures().isEmpty();

            var decision = pool.tick();

            assertThat(pool.unavailableBecauseOfUs()).as("because of us").isLessThanOrEqualTo(most);
            if (!decision.grants().isEmpty()) {
                assertThat(pool.unavailableAtGrant())
                        .as("in all")
                        .isLessThanOrEqualTo(Math.max(most, unavailableBefore));
                assertThat(failedBefore).as("a second node after a failure").isFalse();
                if (canariesLeft > 0) {
                    assertThat(decision.grants().size() + inFlightBefore)
                            .as("canaries under way")
                            .isLessThanOrEqualTo(canariesLeft);
                }
            }
            assertThat(pool.controlPlaneInFlight()).isLessThanOrEqualTo(1);
        }
        assertThat(pool.soaks())
                .as("the first nodes soak")
                .allMatch(ticks -> ticks >= SOAK)
                .hasSizeLessThanOrEqualTo(pool.group().canaries());
    }

    @Property(tries = 300)
    void forgetsNoNodeAndGivesBackWhatItTook(
            @ForAll("pools") List<SimulatedPool.Spec> specs, @ForAll("limits") Limits limits, @ForAll long seed) {
        var pool = new SimulatedPool(specs, limits, seed);
        while (!pool.settled()) {
            pool.tick();
        }
        var decision = GroupRollout.decide(pool.group());
        assertThat(decision.grants()).isEmpty();
        assertThat(pool.group().nodes())
                .allSatisfy(node -> assertThat(
                                pool.group().done(node) || decision.waiting().containsKey(node.name()))
                        .as(node + " is done or says why not")
                        .isTrue());
        assertThat(pool.leftCordoned()).isEmpty();
    }

    @Property(tries = 200)
    void configuresEveryNodeOfASoundPool(
            @ForAll("soundPools") List<SimulatedPool.Spec> specs, @ForAll("limits") Limits limits, @ForAll long seed) {
        var pool = new SimulatedPool(specs, limits, seed);
        while (!pool.settled()) {
            pool.tick();
        }
        assertThat(pool.group().doneCount()).isEqualTo(specs.size());
        assertThat(pool.soaks())
                .hasSizeGreaterThanOrEqualTo(Math.min(1, pool.group().canaries()));
    }

    @Property(tries = 300)
    void startsNothingWhilePaused(
            @ForAll("pools") List<SimulatedPool.Spec> specs, @ForAll("limits") Limits limits, @ForAll long seed) {
        var paused = new Limits(limits.maxUnavailable(), limits.canaryNodes(), limits.soak(), true, true);
        var pool = new SimulatedPool(specs, paused, seed);
        for (int ticks = 0; ticks < 30; ticks++) {
            assertThat(pool.tick().grants()).isEmpty();
        }
    }
}
