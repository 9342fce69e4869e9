package io.numaresources.platform;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who wrote a NodeResourceTopology, by its managed fields. An object that is written again without a change keeps its times, so an old one isn't
 * stale by that alone.
 *
 * @param recent field managers that wrote it within a minute of the last write
 * @param old field managers that wrote version v1alpha1
 * @param last time of the last write that changed it
 */
record TopologyWriters(List<String> recent, List<String> old, Optional<Instant> last) {
    static final TopologyWriters NONE = new TopologyWriters(List.of(), List.of(), Optional.empty());

    private static final Duration SAME_TIME = Duration.ofMinutes(1);
    private static final String OLD_API = "topology.node.k8s.io/v1alpha1";

    static TopologyWriters of(@Nullable List<ManagedFieldsEntry> entries) {
        var dated = entries == null
                ? List.<ManagedFieldsEntry>of()
                : entries.stream().filter(entry -> entry.getTime() != null).toList();
        var last = dated.stream().map(TopologyWriters::time).max(Instant::compareTo);
        if (last.isEmpty()) {
            return NONE;
        }
        var from = last.get().minus(SAME_TIME);
        var recent = dated.stream().filter(entry -> time(entry).isAfter(from)).toList();
        return new TopologyWriters(
                managers(recent),
                managers(recent.stream()
                        .filter(entry -> OLD_API.equals(entry.getApiVersion()))
                        .toList()),
                last);
    }

    private static List<String> managers(List<ManagedFieldsEntry> entries) {
        return entries.stream()
                .map(entry -> String.valueOf(entry.getManager()).intern())
                .distinct()
                .sorted()
                .toList();
    }

    private static Instant time(ManagedFieldsEntry entry) {
        return OffsetDateTime.parse(entry.getTime()).toInstant();
    }
}
