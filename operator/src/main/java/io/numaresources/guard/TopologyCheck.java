package io.numaresources.guard;

import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.finding.FindingCode;
import io.numaresources.stack.TopologyFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with what a node publishes, told by the object itself and by what the node's agent reported.
 *
 * @param node the node
 * @param group its group
 * @param ready whether the node is ready; of others nothing is expected
 * @param topology its NodeResourceTopology
 * @param reported what its agent reported
 */
public record TopologyCheck(
        String node, String group, boolean ready, Optional<TopologyFacts> topology, Optional<NUMANodeStatus> reported) {

    /** Everything that is wrong, if it stays so. */
    public List<Suspicion> suspicions() {
        var found = new ArrayList<Suspicion>();
        if (!ready) {
            return found;
        }
        if (topology.isEmpty()) {
            found.add(of(FindingCode.TOPOLOGY_MISSING, "publishes no NodeResourceTopology"));
            return found;
        }
        var published = topology.get();
        var form = published.form();
        form.problem().ifPresent(problem -> found.add(of(FindingCode.TOPOLOGY_MALFORMED, problem)));
        form.contradiction().ifPresent(problem -> found.add(of(FindingCode.TOPOLOGY_CONTRADICTORY, problem)));
        notLive(published).ifPresent(problem -> found.add(of(FindingCode.TOPOLOGY_NOT_LIVE, problem)));
        if (published.writers().size() > 1) {
            found.add(of(FindingCode.TOPOLOGY_WRITERS, "written by " + String.join(" and ", published.writers())));
        }
        if (!form.oldWriters().isEmpty()) {
            found.add(of(
                    FindingCode.TOPOLOGY_OLD_VERSION,
                    "written in version v1alpha1 by " + String.join(" and ", form.oldWriters())));
        }
        return found;
    }

    /** What the kubelet runs is read from configz by the agent; the updater may have read a file that others override. */
    private Optional<String> notLive(TopologyFacts published) {
        return reported.filter(status ->
                        differs(status.policy(), published.policy()) || differs(status.scope(), published.scope()))
                .map(status -> "published are policy %s and scope %s, the kubelet runs %s and %s"
                        .formatted(published.policy(), published.scope(), status.policy(), status.scope()));
    }

    private static boolean differs(@Nullable String live, String published) {
        return live != null && !live.isEmpty() && !published.isEmpty() && !live.equals(published);
    }

    private Suspicion of(FindingCode code, String detail) {
        return new Suspicion(code, group, node, detail);
    }
}
