package io.numaresources.fleet;

import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.api.v1alpha1.Severity;
import io.numaresources.finding.FindingCode;
import io.numaresources.finding.PreflightFinding;
import io.numaresources.kubelet.ConfigurationPlan;
import io.numaresources.kubelet.Current;
import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.NormalForm;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.Wish;
import io.numaresources.kubelet.preflight.Preflight;
import io.numaresources.kubelet.preflight.Surroundings;
import io.numaresources.kubelet.preflight.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What one node is to run, and whether it may be changed.
 *
 * @param wanted what it is to run; absent where too little is known
 * @param hash hash of that
 * @param findings what the pre-flight checks found
 * @param passes whether the node may be changed
 * @param changes fields that change, with both values; empty: the kubelet runs what is wanted
 */
public record NodePlan(
        Optional<KubeletConfiguration> wanted,
        Optional<String> hash,
        List<Finding> findings,
        boolean passes,
        List<NormalForm.Difference> changes) {
    private static final int MOST_FINDINGS = 50;

    public NodePlan {
        findings = List.copyOf(findings);
        changes = List.copyOf(changes);
    }

    /**
     * A node.
     *
     * @param name its name
     * @param group its group
     * @param kubelet version of its kubelet, as the node reports it
     * @param managedBy what owns its kubelet's configuration instead of us
     * @param status what its agent read
     */
    public record Candidate(
            String name, String group, String kubelet, Optional<String> managedBy, NUMANodeStatus status) {}

    /** Computes what a node is to run and checks whether it may be changed. */
    public static NodePlan of(Wish wish, Candidate node, Workload workload, Surroundings surroundings) {
        var status = node.status();
        if (status.live() == null || status.hardware() == null || status.kubelet() == null) {
            return unread(node, "the agent could not read the node's hardware or the configuration of its kubelet");
        }
        try {
            var version = KubeletVersion.parse(node.kubelet());
            var machine = ReportedMachine.of(status.hardware());
            var live = Configurations.map(status.live());
            var wanted = ConfigurationPlan.of(wish, machine, Current.of(live), version);
            var subject = new Inspected(status, version, node.managedBy())
                    .subject(wanted, machine, live, workload, surroundings);
            var preflight = Preflight.of(subject);
            return new NodePlan(
                    Optional.of(Configurations.api(wanted)),
                    Optional.of(wanted.hash()),
                    preflight.violations().stream()
                            .limit(MOST_FINDINGS)
                            .map(violation -> PreflightFinding.of(violation, node.group(), node.name()))
                            .toList(),
                    preflight.passed(),
                    differences(wanted, status.live()));
        } catch (IllegalArgumentException unreadable) {
            return unread(node, String.valueOf(unreadable.getMessage()));
        }
    }

    /** What differs in a configuration that a kubelet runs; as far as the operator owns it. */
    public static List<NormalForm.Difference> differences(OwnedConfiguration wanted, KubeletConfiguration live) {
        return NormalForm.of(wanted).differences(NormalForm.of(Configurations.map(live), wanted));
    }

    /** Whether the kubelet runs what is wanted already. */
    public boolean runs() {
        return wanted.isPresent() && changes.isEmpty();
    }

    /** The plan for people: what changes, or what keeps it from changing. */
    public String text() {
        if (!passes) {
            return findings.stream()
                    .filter(finding -> finding.severity() == Severity.ERROR)
                    .map(Finding::message)
                    .collect(Collectors.joining("; "));
        }
        return "to change: "
                + changes.stream()
                        .map(change ->
                                change.field() + " from " + shown(change.live()) + " to " + shown(change.wanted()))
                        .collect(Collectors.joining(", "));
    }

    private static String shown(String value) {
        return value.isEmpty() ? "nothing" : value;
    }

    private static NodePlan unread(Candidate node, String why) {
        var finding = FindingCode.KUBELET_NOT_READ.finding(node.group(), node.name(), why);
        return new NodePlan(Optional.empty(), Optional.empty(), List.of(finding), false, List.of());
    }
}
