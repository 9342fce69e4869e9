package io.numaresources.it;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reservations that the scheduler plugin's cache forgot, by the scheduler's log at verbosity 2. When the plugin takes over a node's published
 * topology it drops all that it had reserved there, also for pods that were on their way then and that the topology doesn't have yet
 * (overreserve.go, FlushNodes; told in the review of scheduler-plugins #437). The next pod can be sent to the same zone, and its kubelet
 * refuses it.
 */
record LostReservations(List<Entry> entries) {
    /** From the plugin's reading of pods and topologies to their taking over, and from a reservation until the binding is known. */
    private static final Duration ON_THE_WAY = Duration.ofSeconds(2);

    private static final Pattern LINE = Pattern.compile(
            "^I(\\d{4} \\S+) .*\"(post reserve|flushing)\" logger=\"nrtcache.*?\"(?:.* pod=\"([^\"]*)\")?.* node=\"([^\"]*)\".*");

    private static final DateTimeFormatter KLOG = new DateTimeFormatterBuilder()
            .appendPattern("MMdd HH:mm:ss.SSSSSS")
            .parseDefaulting(ChronoField.YEAR, Year.now().getValue())
            .toFormatter();

    /**
     * A pod was reserved on a node, or the node's topology was taken over.
     *
     * @param pod {@code namespace/name}, or null for the node as a whole
     */
    private record Entry(LocalDateTime time, @Nullable String pod, String node) {}

    static LostReservations in(List<String> log) {
        return new LostReservations(log.stream()
                .map(LINE::matcher)
                .filter(matcher -> matcher.matches())
                .map(line -> new Entry(LocalDateTime.parse(line.group(1), KLOG), line.group(3), line.group(4)))
                .toList());
    }

    /** Why the plugin could not know that there was no room for a pod on a node; empty if it should have known. */
    Optional<String> before(String pod, String node) {
        var onNode = entries.stream().filter(entry -> entry.node().equals(node)).toList();
        int own = indexBefore(onNode, onNode.size(), pod);
        int flush = indexBefore(onNode, own, null);
        return onNode.subList(0, Math.max(0, flush)).reversed().stream()
                .filter(entry -> entry.pod() != null)
                .findFirst()
                .filter(entry -> since(entry, onNode.get(flush)).compareTo(ON_THE_WAY) < 0)
                .map(entry -> "%s was taken as it had been published %d ms after %s was reserved there"
                        .formatted(node, since(entry, onNode.get(flush)).toMillis(), entry.pod()));
    }

    private static Duration since(Entry reservation, Entry flush) {
        return Duration.between(reservation.time(), flush.time());
    }

    private static int indexBefore(List<Entry> entries, int end, @Nullable String pod) {
        for (int i = end - 1; i >= 0; i--) {
            if (Objects.equals(entries.get(i).pod(), pod)) {
                return i;
            }
        }
        return -1;
    }
}
