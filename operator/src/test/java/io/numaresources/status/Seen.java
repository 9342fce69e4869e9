package io.numaresources.status;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.InformerMode;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.api.v1alpha1.RelatedObject;
import io.numaresources.api.v1alpha1.Scheduler;
import io.numaresources.api.v1alpha1.UnknownValue;
import io.numaresources.api.v1alpha1.UpdaterType;
import io.numaresources.api.v1alpha1.Versions;
import io.numaresources.fleet.GroupProgress;
import io.numaresources.guard.PoolConsistency;
import io.numaresources.stack.Membership;
import io.numaresources.stack.NodeFacts;
import io.numaresources.stack.Stack;
import io.numaresources.stack.TopologyFacts;
import io.numaresources.stack.UpgradeOrder;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An observation of a small cluster in which everything is well, and what differs from that. */
final class Seen {
    static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private final List<NodeGroup> groups = new ArrayList<>();
    private final List<NodeFacts> nodes = new ArrayList<>();
    private final Map<String, TopologyFacts> topologies = new HashMap<>();
    private final Map<String, Observation.Workload> workloads = new TreeMap<>();
    private final Map<String, UpdaterType> types = new TreeMap<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<UnknownValue> unknown = new ArrayList<>();
    private List<String> pending = List.of();
    private List<RelatedObject> related = List.of();
    private Optional<Observation.Workload> scheduler =
            Optional.of(new Observation.Workload("numa-scheduler", true, 2, 2));
    private boolean enabled = true;
    private boolean paused;
    private boolean restartDue;
    private UpgradeOrder upgrade = UpgradeOrder.NONE;
    private final Map<String, GroupProgress> kubelets = new TreeMap<>();
    private final Map<String, PoolConsistency> pools = new TreeMap<>();
    private long generation = 3;

    static Clock at(Instant time) {
        return Clock.fixed(time, ZoneOffset.UTC);
    }

    /** A group of nodes, all ready, published and with their updater pods ready. */
    Seen group(String name, @Nullable Kubelet kubelet, String... members) {
        return group(new NodeGroup(name, selector(name), null, kubelet, null, null), members);
    }

    Seen group(NodeGroup group, String... members) {
        groups.add(group);
        for (String member : members) {
            node(member, true, group.name());
            topology(member, "single-numa-node", "pod", 2, List.of("nfd-topology-updater"));
        }
        return updater(group.name(), true, members.length, members.length);
    }

    Seen node(String name, boolean ready, String... inGroups) {
        var labels = new HashMap<String, String>();
        for (String group : inGroups) {
            labels.put("pool/" + group, "");
        }
        nodes.add(new NodeFacts(name, labels, ready, true, Optional.empty()));
        return this;
    }

    Seen topology(String node, String policy, String scope, int zones, List<String> writers) {
        topologies.put(
                node,
                new TopologyFacts(
                        node, policy, scope, zones, Optional.of(UpdaterType.NODE_FEATURE_DISCOVERY), true, writers));
        return this;
    }

    Seen updater(String group, boolean current, int desired, int ready) {
        types.put(group, UpdaterType.NODE_FEATURE_DISCOVERY);
        workloads.put(group, new Observation.Workload("numa-updater-" + group, current, desired, ready));
        return this;
    }

    Seen noUpdater(String group) {
        workloads.remove(group);
        return this;
    }

    Seen noTopology(String node) {
        topologies.remove(node);
        return this;
    }

    Seen pool(PoolConsistency pool) {
        pools.put(pool.group(), pool);
        return this;
    }

    Seen scheduler(Observation.@Nullable Workload workload) {
        scheduler = Optional.ofNullable(workload);
        return this;
    }

    Seen restartDue() {
        restartDue = true;
        return this;
    }

    Seen upgrade(UpgradeOrder order) {
        upgrade = order;
        return this;
    }

    Seen noScheduler() {
        enabled = false;
        return scheduler(null);
    }

    Seen paused(String... changes) {
        paused = true;
        return pending(changes);
    }

    Seen pending(String... changes) {
        pending = List.of(changes);
        return this;
    }

    Seen finding(Finding finding) {
        findings.add(finding);
        return this;
    }

    Seen unknown(String path, String value) {
        unknown.add(new UnknownValue(path, value));
        return this;
    }

    Seen kubelets(String group, GroupProgress progress) {
        kubelets.put(group, progress);
        return this;
    }

    Seen related(List<RelatedObject> objects) {
        related = objects;
        return this;
    }

    Seen generation(long value) {
        generation = value;
        return this;
    }

    Observation observation() {
        var spec = new NUMAResourcesOperatorSpec(
                groups,
                null,
                new Scheduler(enabled, null, null, null, null, null, null, null, null, null, null, null, null, null),
                null,
                null,
                null,
                null,
                null,
                paused,
                unknown);
        return new Observation(
                generation,
                spec,
                "numa-system",
                Membership.of(groups, nodes),
                topologies,
                new Stack.Choice(
                        "1.34",
                        enabled ? Optional.of("registry/kube-scheduler:v0.34.7") : Optional.empty(),
                        enabled ? 2 : 0,
                        InformerMode.SHARED,
                        false,
                        types,
                        Map.of("hpc", "registry/nfd:v0.18.3")),
                workloads,
                scheduler,
                findings,
                pending,
                new Versions("0.1.0", "0.1.0", "1.34", null, null, "1.34"),
                related,
                Optional.empty(),
                restartDue,
                upgrade,
                kubelets,
                pools);
    }

    static LabelSelector selector(String group) {
        return new LabelSelectorBuilder().addToMatchLabels("pool/" + group, "").build();
    }
}
