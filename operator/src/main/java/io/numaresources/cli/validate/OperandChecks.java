package io.numaresources.cli.validate;

import io.numaresources.api.v1alpha1.DaemonSetStatus;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.Severity;
import io.numaresources.stack.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks of scheduler and updaters, and of what becomes of pods. */
final class OperandChecks {
    private static final Pattern TAG = Pattern.compile(":v?\\d+\\.(\\d+)");
    private static final int SHOWN = 3;

    private OperandChecks() {}

    static List<Found> of(ClusterState state) {
        var found = new ArrayList<Found>();
        state.resource().filter(resource -> resource.getStatus() != null).ifPresent(resource -> {
            scheduler(resource, state.serverVersion(), found);
            updaters(resource, found);
        });
        new TreeMap<>(state.rejected()).forEach((node, pods) -> found.add(rejected(node, pods)));
        return found;
    }

    private static void scheduler(NUMAResourcesOperator resource, String server, List<Found> found) {
        if (!resource.getSpec().scheduler().enabled()) {
            return;
        }
        var status = resource.getStatus().scheduler();
        if (status == null || status.ready() < 1) {
            found.add(Found.of(
                    Check.V30,
                    Severity.ERROR,
                    "",
                    "scheduler",
                    "ready pods",
                    "at least 1",
                    status == null ? "0" : String.valueOf(status.ready()),
                    "look at its pods in the namespace of the operands"));
        }
        var image = status == null ? null : status.image();
        var tag = image == null ? null : TAG.matcher(image);
        if (tag != null && tag.find()) {
            int minor = Integer.parseInt(tag.group(1));
            int newest = KubernetesVersion.parse(server).minor();
            if (minor > newest) {
                found.add(Found.of(
                        Check.V31,
                        Severity.ERROR,
                        "",
                        "scheduler",
                        "image",
                        "of minor " + newest + " or older",
                        String.valueOf(image),
                        "remove scheduler.image, or name an older one"));
            }
        }
    }

    /** One that can't read its kubelet's socket or configuration crashes, and its node publishes nothing new. */
    private static void updaters(NUMAResourcesOperator resource, List<Found> found) {
        var updater = Optional.ofNullable(resource.getStatus().updater());
        for (DaemonSetStatus set : updater.map(status -> status.daemonSets()).orElse(List.of())) {
            if (set.ready() < set.desired()) {
                found.add(Found.of(
                        Check.V32,
                        Severity.WARNING,
                        "",
                        "updater " + set.name(),
                        "ready pods",
                        String.valueOf(set.desired()),
                        String.valueOf(set.ready()),
                        "look at its pods in namespace " + set.namespace()));
            }
        }
    }

    private static Found rejected(String node, List<String> pods) {
        var names = pods.stream().sorted().limit(SHOWN).collect(Collectors.joining(", "));
        return Found.of(
                Check.V08,
                Severity.WARNING,
                node,
                "%s: its kubelet rejected %s%s for alignment, and nothing removes them: kubectl numa explain tells why; rejectedPods.action Delete removes what is left"
                        .formatted(node, names, pods.size() > SHOWN ? " and " + (pods.size() - SHOWN) + " more" : ""));
    }
}
