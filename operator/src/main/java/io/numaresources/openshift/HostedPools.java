package io.numaresources.openshift;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.finding.FindingCode;
import io.numaresources.finding.PreflightFinding;
import io.numaresources.fleet.GroupWish;
import io.numaresources.fleet.NodePlan;
import io.numaresources.kubelet.ConfigurationReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What to put into the NodePools of a hosted cluster; from inside, nothing of it can be written. */
public final class HostedPools {
    private static final String NODE_POOL = "hypershift.openshift.io/nodePool";

    private HostedPools() {}

    /**
     * The KubeletConfig for a group, as text to paste, once all its nodes were inspected.
     *
     * @param members its nodes
     */
    public static List<Finding> findings(
            NodeGroup group, GroupWish wish, List<PoolMember> members, boolean numaScheduler) {
        if (members.isEmpty()
                || members.stream().anyMatch(member -> member.inspected().isEmpty())) {
            return List.of();
        }
        var nodePools = members.stream()
                .map(member -> member.node().labels().getOrDefault(NODE_POOL, ""))
                .filter(name -> !name.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(" and "));
        PoolPlan plan;
        try {
            plan = PoolPlan.of(
                    wish.wish(), pool(group.name()), members, new KubeletConfigs(List.of(), List.of()), numaScheduler);
        } catch (IllegalArgumentException unreadable) {
            return List.of();
        }
        var findings = new ArrayList<Finding>();
        plan.violations().forEach(found -> findings.add(PreflightFinding.of(found, group.name(), null)));
        if (plan.passes() && !runs(plan, members)) {
            findings.add(FindingCode.NODE_POOL.finding(
                    group.name(),
                    "hosted cluster: put this under the key config of a ConfigMap in the namespace of NodePool %s, alone of its kind there, and name the ConfigMap in spec.config; the NodePool then replaces or reboots its nodes: %s"
                            .formatted(
                                    nodePools.isEmpty() ? "of these nodes" : nodePools,
                                    JsonText.of(config(group, plan.kubelet())))));
        }
        return findings;
    }

    private static Map<String, Object> config(NodeGroup group, Map<String, Object> kubelet) {
        var config = new LinkedHashMap<String, Object>();
        config.put("apiVersion", OpenShiftKind.KUBELET_CONFIG.apiVersion());
        config.put("kind", OpenShiftKind.KUBELET_CONFIG.kind());
        config.put("metadata", Map.of("name", Rendering.name(group.name())));
        // NodePools overwrite the selector
        config.put("spec", Map.of("kubeletConfig", kubelet));
        return config;
    }

    private static boolean runs(PoolPlan plan, List<PoolMember> members) {
        var wanted = ConfigurationReader.read(plan.kubelet());
        return members.stream()
                .allMatch(member -> NodePlan.differences(
                                wanted, member.inspected().orElseThrow().live())
                        .isEmpty());
    }

    private static MachinePool pool(String name) {
        return new MachinePool(
                name,
                Map.of(),
                Optional.empty(),
                Optional.of(new LabelSelectorBuilder()
                        .addToMatchLabels(MachinePool.ROLE, name)
                        .build()),
                false,
                "1",
                "",
                List.of(),
                "",
                0,
                Map.of());
    }
}
