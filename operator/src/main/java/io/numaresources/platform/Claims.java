package io.numaresources.platform;

import io.numaresources.openshift.MachineNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Marks that other tools leave on a Node while they work on it; it is theirs until the mark is gone. */
final class Claims {
    private static final String MACHINE_CONFIG = MachineNode.STATE;

    /** Not claims, but what they are about. */
    private static final Set<String> MORE = Set.of(MachineNode.CURRENT, MachineNode.DESIRED, MachineNode.REASON);

    private static final List<Mark> ANNOTATIONS = List.of(
            new Mark("weave.works/kured-reboot-in-progress", "kured"),
            new Mark("kured.dev/reboot-in-progress", "kured"),
            new Mark("flatcar-linux-update.v1.flatcar-linux.net/reboot-in-progress", "Flatcar's update operator"),
            new Mark(MACHINE_CONFIG, "the machine-config operator"));

    private static final List<Mark> TAINTS = List.of(
            new Mark("ToBeDeletedByClusterAutoscaler", "cluster-autoscaler"),
            new Mark("DeletionCandidateOfClusterAutoscaler", "cluster-autoscaler"),
            new Mark("karpenter.sh/disrupted", "Karpenter"),
            new Mark("karpenter.sh/disruption", "Karpenter"),
            new Mark("node.cluster.x-k8s.io/outdated-revision", "Cluster API"),
            new Mark("node.cluster.x-k8s.io/uninitialized", "Cluster API"),
            new Mark("medik8s.io/drain", "medik8s node maintenance"),
            new Mark("kubevirt.io/drain", "medik8s node maintenance"));

    private Claims() {}

    private record Mark(String key, String owner) {
        String text() {
            return owner + " (" + key + ")";
        }
    }

    /** The annotations that are looked at, of all that a Node has. */
    static Map<String, String> marks(@Nullable Map<String, String> annotations) {
        return annotations == null
                ? Map.of()
                : annotations.entrySet().stream()
                        .filter(entry -> MORE.contains(entry.getKey())
                                || ANNOTATIONS.stream()
                                        .anyMatch(mark -> mark.key().equals(entry.getKey())))
                        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Who works on a node. */
    static Optional<String> of(Map<String, String> annotations, Collection<String> taints) {
        return ANNOTATIONS.stream()
                .filter(mark -> claims(mark, annotations.get(mark.key())))
                .findFirst()
                .or(() -> TAINTS.stream()
                        .filter(mark -> taints.contains(mark.key()))
                        .findFirst())
                .map(Mark::text);
    }

    /** kured writes a time, Flatcar's operator true or false, the machine-config operator a state. */
    private static boolean claims(Mark mark, @Nullable String value) {
        if (value == null || value.equals("false")) {
            return false;
        }
        return !mark.key().equals(MACHINE_CONFIG) || !value.equals("Done");
    }
}
