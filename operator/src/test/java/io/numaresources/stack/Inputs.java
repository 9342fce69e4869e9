package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.api.v1alpha1.Scheduler;
import io.numaresources.api.v1alpha1.Updater;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Inputs of the planner. */
final class Inputs {
    static final Kubelet ALIGNED = new Kubelet(null, null, null, null, null, null);

    private Inputs() {}

    static NodeGroup group(String name, @Nullable Kubelet kubelet) {
        return new NodeGroup(
                name,
                new LabelSelectorBuilder()
                        .addToMatchLabels("node-role.kubernetes.io/" + name, "")
                        .build(),
                null,
                kubelet,
                null,
                null);
    }

    static GroupFacts facts(NodeGroup group, String oldest, String newest) {
        return new GroupFacts(
                group,
                2,
                2,
                Optional.of(KubernetesVersion.parse(oldest)),
                Optional.of(KubernetesVersion.parse(newest)),
                false);
    }

    static NUMAResourcesOperatorSpec spec(
            List<NodeGroup> groups, @Nullable Updater updater, @Nullable Scheduler scheduler) {
        return new NUMAResourcesOperatorSpec(groups, updater, scheduler, null, null, null, null, null, null);
    }

    static StackInput input(NUMAResourcesOperatorSpec spec, String server) {
        var facts = spec.nodeGroups().stream()
                .map(group -> facts(group, server, server))
                .toList();
        return new StackInput(spec, "numa-system", KubernetesVersion.parse(server), facts, 2, "");
    }

    static StackInput simple(String server) {
        return input(spec(List.of(group("hpc", ALIGNED)), null, null), server);
    }

    /** A scheduler of which only the image is given. */
    static Scheduler schedulerImage(String image) {
        return Serialization.unmarshal("image: " + image, Scheduler.class);
    }
}
