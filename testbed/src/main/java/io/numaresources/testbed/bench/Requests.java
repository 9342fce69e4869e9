package io.numaresources.testbed.bench;

import io.numaresources.testbed.AuditEvent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Requests of the operator in some time, from the audit log.
 *
 * @param during what happened in that time
 * @param seconds how long it was
 * @param events one for each request
 */
record Requests(String during, double seconds, List<AuditEvent> events) {

    /** Of events as logged; a watch, which is logged at its start and at its end, counts when it starts. */
    static Requests of(String during, double seconds, List<AuditEvent> logged) {
        return new Requests(
                during,
                seconds,
                logged.stream()
                        .filter(event ->
                                event.verb().equals("watch") == event.stage().equals("ResponseStarted"))
                        .toList());
    }

    /** Writes but those of the lease. */
    long writes() {
        return events.stream()
                .filter(event -> event.isWrite() && !isLease(event))
                .count();
    }

    /** Renewals of the lease in a minute. */
    double renewalsPerMinute() {
        return events.stream()
                        .filter(event -> event.isWrite() && isLease(event))
                        .count()
                * 60
                / seconds;
    }

    /** Everything that is neither a watch nor about the lease. */
    long besideLeaseAndWatches() {
        return events.stream()
                .filter(event -> !isLease(event) && !event.verb().equals("watch"))
                .count();
    }

    /** Number of requests by verb and resource. */
    Map<String, Integer> byVerbAndResource() {
        var counts = new TreeMap<String, Integer>();
        for (var event : events) {
            var resource = event.resource().isEmpty() ? event.uri().replaceAll("\\?.*", "") : event.resource();
            var subresource = event.subresource().isEmpty() ? "" : "/" + event.subresource();
            counts.merge(event.verb() + " " + resource + subresource, 1, Integer::sum);
        }
        return counts;
    }

    private static boolean isLease(AuditEvent event) {
        return event.resource().equals("leases");
    }
}
