package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.finding.FindingCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RejectionLedgerTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private static final Map<String, String> GROUPS = Map.of("node-1", "hpc", "node-2", "hpc", "node-3", "gpu");
    private static final RejectionRules REPORT =
            new RejectionRules(false, 3, Duration.ofMinutes(5), 10, Duration.ofMinutes(2));
    private static final RejectionRules DELETE =
            new RejectionRules(true, 3, Duration.ofMinutes(5), 10, Duration.ofMinutes(2));

    private final RejectionLedger ledger = new RejectionLedger();
    private Instant now = START;

    @Test
    void theThresholdWithinTheWindowIsAStorm() {
        reject("api", 0, 9, Duration.ofSeconds(1));
        assertThat(turn(REPORT).storms()).isEmpty();

        reject("api", 9, 10, Duration.ofSeconds(1));

        assertThat(turn(REPORT).storms()).singleElement().satisfies(storm -> {
            assertThat(storm.owner()).isEqualTo(owner("api"));
            assertThat(storm.pods()).isEqualTo(10);
            assertThat(storm.nodes()).containsExactlyEntriesOf(new java.util.TreeMap<>(Map.of("node-1", 10)));
            assertThat(storm.group()).isEqualTo("hpc");
        });
    }

    @Test
    void slowRejectionsAreNoStorm() {
        for (int i = 0; i < 50; i++) {
            reject("api", i, i + 1, Duration.ofSeconds(15));
            assertThat(turn(REPORT).storms()).isEmpty();
        }
    }

    @Test
    void manyOwnersWithFewRejectionsAreNoStorm() {
        for (int i = 0; i < 50; i++) {
            reject("job-" + i, 0, 2, Duration.ZERO);
        }
        assertThat(turn(REPORT).storms()).isEmpty();
    }

    /** It would otherwise come and go with each rejection. */
    @Test
    void aStormEndsBelowHalfOfTheThreshold() {
        reject("api", 0, 10, Duration.ZERO);
        turn(REPORT);
        now = START.plus(Duration.ofMinutes(1));
        reject("api", 10, 15, Duration.ZERO);

        now = START.plus(Duration.ofSeconds(121));
        assertThat(turn(REPORT).storms())
                .singleElement()
                .extracting(Storm::pods)
                .isEqualTo(5);
        var next = turn(REPORT).next();
        assertThat(next).contains(START.plus(Duration.ofMinutes(3)).plusMillis(1));
        now = next.orElseThrow();
        assertThat(turn(REPORT).storms()).isEmpty();
        reject("api", 15, 20, Duration.ZERO);
        assertThat(turn(REPORT).storms()).isEmpty();
    }

    @Test
    void deletedPodsStillCount() {
        reject("api", 0, 10, Duration.ZERO);
        for (int i = 0; i < 10; i++) {
            ledger.gone("web/api-" + i);
        }

        assertThat(turn(REPORT).storms()).hasSize(1);
        now = now.plus(Duration.ofMinutes(3));
        assertThat(turn(REPORT)).isEqualTo(new RejectionLedger.Turn(List.of(), List.of(), java.util.Optional.empty()));
    }

    @Test
    void aPodThatIsToldAgainCountsOnce() {
        for (int i = 0; i < 20; i++) {
            assertThat(ledger.see(rejection("api", 0, "node-1", now), now)).isEqualTo(i == 0);
        }
        assertThat(turn(REPORT).storms()).isEmpty();
        assertThat(ledger.byGroup(GROUPS)).containsEntry("hpc", 1).containsEntry("gpu", 0);
    }

    @Test
    void anotherPodOfTheSameNameIsNew() {
        var first = rejection("api", 0, "node-1", now);
        ledger.see(first, now);

        assertThat(ledger.see(withUid(first, "another"), now)).isTrue();
        assertThat(ledger.byGroup(GROUPS)).containsEntry("hpc", 1);
    }

    @Test
    void whatWasRejectedLongBeforeTheOperatorStartedIsNoStorm() {
        for (int i = 0; i < 100; i++) {
            ledger.see(rejection("api", i, "node-1", START.minus(Duration.ofHours(1))), now);
        }
        assertThat(turn(REPORT).storms()).isEmpty();
    }

    @Test
    void aNodeWhoseClockIsAheadMakesNoEndlessStorm() {
        for (int i = 0; i < 10; i++) {
            ledger.see(rejection("api", i, "node-1", START.plus(Duration.ofHours(1))), now);
        }
        assertThat(turn(REPORT).storms()).hasSize(1);
        now = now.plus(Duration.ofMinutes(3));
        assertThat(turn(REPORT).storms()).isEmpty();
    }

    @Test
    void otherNodesAreLeftAloneUntilTheyJoinAGroup() {
        for (int i = 0; i < 20; i++) {
            ledger.see(rejection("api", i, "foreign", now), now);
        }
        now = now.plus(Duration.ofSeconds(1));
        var eager = new RejectionRules(true, 3, Duration.ZERO, 10, Duration.ofMinutes(2));
        assertThat(turn(eager).storms()).isEmpty();
        assertThat(turn(eager).victims()).isEmpty();
        assertThat(ledger.byGroup(GROUPS).values()).containsOnly(0);

        var turn = ledger.turn(eager, Map.of("foreign", "new"), 50, now);
        assertThat(turn.storms()).hasSize(1);
        assertThat(turn.victims()).hasSize(17);
    }

    @Test
    void deletesTheOldOnesAndKeepsTheNewestOfEachOwner() {
        reject("api", 0, 5, Duration.ofSeconds(1));
        reject("job", 0, 3, Duration.ofSeconds(1));
        assertThat(turn(DELETE).victims()).isEmpty();
        now = START.plus(Duration.ofMinutes(3));
        assertThat(turn(DELETE).next()).contains(START.plus(Duration.ofMinutes(5)));

        now = START.plus(Duration.ofMinutes(5));
        assertThat(turn(DELETE).victims()).extracting(Rejection::name).containsExactly("api-0");
        now = START.plus(Duration.ofMinutes(10));
        ledger.gone("web/api-0");
        assertThat(turn(DELETE).victims()).extracting(Rejection::name).containsExactly("api-1");
        ledger.gone("web/api-1");
        now = now.plus(Duration.ofDays(1));
        assertThat(turn(DELETE).victims()).isEmpty();
    }

    @Test
    void deletesNothingWhereItOnlyReports() {
        reject("api", 0, 100, Duration.ZERO);
        now = now.plus(Duration.ofDays(1));

        assertThat(turn(REPORT).victims()).isEmpty();
    }

    @Test
    void asksForADeletionOnceAMinute() {
        reject("api", 0, 4, Duration.ofSeconds(1));
        now = START.plus(Duration.ofHours(1));

        assertThat(turn(DELETE).victims()).hasSize(1);
        var second = turn(DELETE);
        assertThat(second.victims()).isEmpty();
        assertThat(second.next()).contains(now.plus(Duration.ofMinutes(1)));
        now = now.plus(Duration.ofMinutes(1));
        assertThat(turn(DELETE).victims()).hasSize(1);
    }

    @Test
    void aPodThatFinalizersHoldWaits() {
        reject("job", 0, 4, Duration.ofSeconds(1));
        var oldest = rejection("job", 0, "node-1", START);
        ledger.see(held(oldest), now);
        now = START.plus(Duration.ofHours(1));
        assertThat(turn(DELETE).victims()).isEmpty();

        ledger.see(oldest, now);
        assertThat(turn(DELETE).victims()).containsExactly(oldest);
    }

    @Test
    void aTurnTakesTheOldestOfAllOwnersAndGoesOn() {
        reject("api", 0, 40, Duration.ofSeconds(1));
        reject("web", 0, 40, Duration.ofSeconds(1));
        now = START.plus(Duration.ofHours(1));

        var turn = ledger.turn(DELETE, GROUPS, 50, now);

        assertThat(turn.victims()).hasSize(50).isSortedAccordingTo(java.util.Comparator.comparing(Rejection::at));
        assertThat(turn.victims().getFirst().name()).isEqualTo("api-0");
        assertThat(turn.next()).contains(now);
        assertThat(ledger.turn(DELETE, GROUPS, 50, now).victims()).hasSize(24);
    }

    @Test
    void saysWhatHelps() {
        reject("api", 0, 10, Duration.ZERO);
        var storm = turn(REPORT).storms().getFirst();

        assertThat(storm.sentence(REPORT, Set.of("topo-aware-scheduler")))
                .isEqualTo("kubelets rejected 10 of its pods in 2m with TopologyAffinityError, on node-1 10;"
                        + " default-scheduler doesn't know zones: set schedulerName: topo-aware-scheduler in the pod"
                        + " template, or scale it down");
        assertThat(storm.sentence(REPORT, Set.of("default-scheduler")))
                .endsWith("ask for what fits into one zone, or scale it down;"
                        + " kubectl numa explain says what a node lacks");
    }

    @Test
    void findingsAreFewAndDontChangeWhileAStormLasts() {
        for (int i = 0; i < 20; i++) {
            reject("api" + i, 0, 10, Duration.ZERO);
        }
        var before = Storm.findings(turn(REPORT).storms(), REPORT, Set.of("topo-aware-scheduler"));
        for (int i = 0; i < 20; i++) {
            reject("api" + i, 10, 12, Duration.ZERO);
        }

        assertThat(before)
                .hasSize(6)
                .allMatch(finding -> finding.code().equals(FindingCode.REJECTION_STORM.code()))
                .isEqualTo(Storm.findings(turn(REPORT).storms(), REPORT, Set.of("topo-aware-scheduler")));
        assertThat(before.getFirst().message()).contains("ReplicaSet web/api0").contains("10 or more in 2m");
    }

    @Test
    void aClockThatIsSetBackHoldsUpAnotherTryForAMinuteAtMost() {
        for (int i = 0; i < 4; i++) {
            ledger.see(rejection("api", i, "node-1", START.minus(Duration.ofHours(3))), now);
        }
        assertThat(turn(DELETE).victims()).hasSize(1);
        now = now.minus(Duration.ofHours(1));
        assertThat(turn(DELETE).victims()).isEmpty();

        now = now.plus(Duration.ofMinutes(1));
        assertThat(turn(DELETE).victims()).hasSize(1);
    }

    private RejectionLedger.Turn turn(RejectionRules rules) {
        return ledger.turn(rules, GROUPS, 50, now);
    }

    /** Pods of an owner, one after the other; the time goes on. */
    private void reject(String owner, int from, int to, Duration between) {
        for (int i = from; i < to; i++) {
            ledger.see(rejection(owner, i, "node-1", now), now);
            now = now.plus(between);
        }
    }

    private static Rejection held(Rejection rejection) {
        return new Rejection(
                rejection.owner(),
                rejection.name(),
                rejection.uid(),
                rejection.resourceVersion(),
                rejection.node(),
                rejection.scheduler(),
                rejection.cause(),
                rejection.at(),
                true);
    }

    private static Rejection withUid(Rejection rejection, String uid) {
        return new Rejection(
                rejection.owner(),
                rejection.name(),
                uid,
                rejection.resourceVersion(),
                rejection.node(),
                rejection.scheduler(),
                rejection.cause(),
                rejection.at(),
                false);
    }

    static Rejection rejection(String owner, int number, String node, Instant at) {
        return new Rejection(
                owner(owner),
                owner + "-" + number,
                "uid-" + owner + "-" + number,
                "1",
                node,
                "default-scheduler",
                RejectionCause.TOPOLOGY_AFFINITY,
                at,
                false);
    }

    private static Owner owner(String name) {
        return new Owner("apps/v1", "ReplicaSet", "web", name, "uid-" + name);
    }
}
