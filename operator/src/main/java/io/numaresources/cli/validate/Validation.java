package io.numaresources.cli.validate;

import io.numaresources.cli.validate.ClusterState.Configuration;
import io.numaresources.cli.validate.ClusterState.Unreadable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All checks of a cluster. */
public final class Validation {
    private Validation() {}

    /** What they find, in the order of their ids and then of the nodes. */
    public static List<Found> of(ClusterState state) {
        var found = new ArrayList<>(ClusterChecks.of(state));
        state.kubelets().forEach((node, reading) -> {
            switch (reading) {
                case Configuration configuration ->
                    found.addAll(new KubeletChecks(state, node, configuration.fields()).all());
                case Unreadable unreadable -> found.add(KubeletChecks.unreadable(node, unreadable.reason()));
            }
        });
        found.addAll(TopologyChecks.of(state));
        return found.stream()
                .sorted(Comparator.comparing(Found::id).thenComparing(Found::node))
                .toList();
    }
}
