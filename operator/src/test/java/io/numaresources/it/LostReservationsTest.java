package io.numaresources.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LostReservationsTest {
    private static final String ON_ITS_WAY = reserved("02:05:19.400000", "default/a", "n1");
    private static final String TAKEN = flushed("02:05:19.452000", "n1");
    private static final String NEXT = reserved("02:05:20.100000", "default/b", "n1");

    @Test
    void isFoundBetweenAReservationAndTheNextPodOfTheNode() {
        assertThat(LostReservations.in(List.of(ON_ITS_WAY, TAKEN, NEXT)).before("default/b", "n1"))
                .contains("n1 was taken as it had been published 52 ms after default/a was reserved there");
    }

    @Test
    void isNotFoundWhereTheTopologyOfAnotherNodeWasTaken() {
        assertThat(LostReservations.in(List.of(ON_ITS_WAY, flushed("02:05:19.452000", "n2"), NEXT))
                        .before("default/b", "n1"))
                .isEmpty();
    }

    @Test
    void isNotFoundWhereTheEarlierPodHadLongArrived() {
        assertThat(LostReservations.in(List.of(reserved("02:05:10.000000", "default/a", "n1"), TAKEN, NEXT))
                        .before("default/b", "n1"))
                .isEmpty();
    }

    @Test
    void isNotFoundWhereThePodItselfWasReservedFirst() {
        assertThat(LostReservations.in(List.of(ON_ITS_WAY, TAKEN, NEXT)).before("default/a", "n1"))
                .isEmpty();
    }

    @Test
    void isNotFoundForAPodThatThisSchedulerNeverPlaced() {
        assertThat(LostReservations.in(List.of(ON_ITS_WAY, TAKEN, NEXT)).before("default/c", "n1"))
                .isEmpty();
    }

    private static String reserved(String time, String pod, String node) {
        return "I1201 " + time + "   20194 overreserve.go:159] \"post reserve\" logger=\"nrtcache\" pod=\"" + pod
                + "\" podUID=\"5ad2b6a7\" node=\"" + node + "\" assumedResources=\"" + pod
                + "::[cpu=3,memory=1.0 GiB];\"";
    }

    private static String flushed(String time, String node) {
        return "I1201 " + time
                + "   20194 overreserve.go:348] \"flushing\" logger=\"nrtcache.resync\" generation=0 node=\"" + node
                + "\"";
    }
}
