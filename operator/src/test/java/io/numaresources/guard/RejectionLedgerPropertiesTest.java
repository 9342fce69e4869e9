package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever happens in whatever order: only what may be deleted is, and in the end all of it. */
class RejectionLedgerPropertiesTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private static final Map<String, String> GROUPS = Map.of("node-0", "hpc", "node-1", "hpc");

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Property(tries = 200)
    void deletesWhatItMayAndNothingElse(@ForAll("seeds") long seed) {
        var random = new Random(seed);
        var rules = new RejectionRules(
                true,
                random.nextInt(4),
                Duration.ofSeconds(random.nextInt(60)),
                2 + random.nextInt(10),
                Duration.ofSeconds(10 + random.nextInt(60)));
        var ledger = new RejectionLedger();
        var present = new HashMap<String, Rejection>();
        var now = START;
        for (int step = 0; step < 100; step++) {
            now = now.plusMillis(random.nextInt(3000));
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    var rejection = random(random, now);
                    ledger.see(rejection, now);
                    present.put(rejection.key(), rejection);
                }
                case 2 ->
                    present.keySet().stream().findAny().ifPresent(key -> {
                        ledger.gone(key);
                        present.remove(key);
                    });
                default -> act(ledger, rules, present, now);
            }
        }
        now = now.plus(Duration.ofHours(1));
        while (act(ledger, rules, present, now)) {
            // until nothing is left to do
        }
        for (var owner : byOwner(present.values()).values()) {
            var deletable = owner.subList(0, Math.max(0, owner.size() - rules.keepPerOwner()));
            assertThat(deletable).allMatch(Rejection::held);
        }
    }

    /** One turn, and what it asks for is done; returns whether it asked for anything. */
    private static boolean act(
            RejectionLedger ledger, RejectionRules rules, Map<String, Rejection> present, Instant now) {
        var turn = ledger.turn(rules, GROUPS, 5, now);
        assertThat(turn.victims()).hasSizeLessThanOrEqualTo(5).doesNotHaveDuplicates();
        var kept = new HashSet<String>();
        byOwner(present.values())
                .values()
                .forEach(pods -> pods.subList(Math.max(0, pods.size() - rules.keepPerOwner()), pods.size())
                        .forEach(pod -> kept.add(pod.key())));
        for (var victim : turn.victims()) {
            assertThat(present).containsEntry(victim.key(), victim);
            assertThat(kept).doesNotContain(victim.key());
            assertThat(GROUPS).containsKey(victim.node());
            assertThat(victim.held()).isFalse();
            assertThat(victim.at().plus(rules.minAge())).isBeforeOrEqualTo(now);
        }
        turn.victims().forEach(victim -> {
            ledger.gone(victim.key());
            present.remove(victim.key());
        });
        return !turn.victims().isEmpty();
    }

    private static Map<Owner, List<Rejection>> byOwner(Iterable<Rejection> pods) {
        var owners = new HashMap<Owner, List<Rejection>>();
        for (var pod : pods) {
            if (GROUPS.containsKey(pod.node())) {
                owners.computeIfAbsent(pod.owner(), owner -> new ArrayList<>()).add(pod);
            }
        }
        owners.values()
                .forEach(list -> list.sort(Comparator.comparing(Rejection::at).thenComparing(Rejection::uid)));
        return owners;
    }

    private static Rejection random(Random random, Instant now) {
        var rejection = RejectionLedgerTest.rejection(
                "owner-" + random.nextInt(4), random.nextInt(30), "node-" + random.nextInt(3), now);
        // a name comes back as another pod
        return new Rejection(
                rejection.owner(),
                rejection.name(),
                rejection.uid() + random.nextInt(3),
                String.valueOf(random.nextInt(1000)),
                rejection.node(),
                rejection.scheduler(),
                rejection.cause(),
                now.minusMillis(random.nextInt(5000)),
                random.nextInt(5) == 0);
    }
}
