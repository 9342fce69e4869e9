package io.numaresources.cli.validate;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.Severity;
import io.numaresources.kubelet.preflight.Problem;
import io.numaresources.stack.KubernetesVersion;
import io.numaresources.stack.VersionMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Checks of the cluster as a whole. */
final class ClusterChecks {
    private ClusterChecks() {}

    static List<Found> of(ClusterState state) {
        var found = new ArrayList<Found>();
        version(state, found);
        definition(state.definition(), found);
        if (state.resource().isEmpty()) {
            found.add(
                    Found.of(
                            Check.V03,
                            Severity.INFO,
                            "",
                            "there is no NUMAResourcesOperator: without one, every node that isn't a control plane is judged by the strictest policy"));
        }
        state.resource().map(resource -> resource.getStatus()).ifPresent(status -> {
            status.findings().forEach(finding -> found.add(operator(finding)));
        });
        found.addAll(OperandChecks.of(state));
        if (state.kubelets().values().stream().noneMatch(ClusterState.Configuration.class::isInstance)) {
            found.add(Found.of(
                    Check.V05,
                    Severity.ERROR,
                    "",
                    "nodes",
                    "with a readable kubelet configuration",
                    "some",
                    "none",
                    state.judged().isEmpty()
                            ? "label nodes so that a group selects them"
                            : "ask for the right to get nodes/proxy"));
        }
        state.reports().forEach((name, report) -> found.addAll(preflight(name, report)));
        return found;
    }

    private static void version(ClusterState state, List<Found> found) {
        var matrix = VersionMatrix.load();
        boolean supported;
        try {
            supported = matrix.supports(KubernetesVersion.parse(state.serverVersion()));
        } catch (IllegalArgumentException e) {
            supported = false;
        }
        if (!supported) {
            found.add(Found.of(
                    Check.V01,
                    Severity.WARNING,
                    "",
                    "API server",
                    "version",
                    matrix.rows().getFirst().kubernetes() + " to "
                            + matrix.rows().getLast().kubernetes(),
                    state.serverVersion(),
                    "upgrade the operator or the cluster, whichever is older"));
        }
    }

    private static void definition(ClusterState.Definition definition, List<Found> found) {
        if (!definition.served().contains("v1alpha2")) {
            found.add(Found.of(
                    Check.V02,
                    Severity.ERROR,
                    "",
                    "NodeResourceTopology CRD",
                    "served versions",
                    "v1alpha2",
                    String.join(",", definition.served()),
                    "create a NUMAResourcesOperator, which installs it"));
        } else if (!definition.established()) {
            found.add(Found.of(
                    Check.V06,
                    Severity.ERROR,
                    "",
                    "NodeResourceTopology CRD",
                    "condition Established",
                    "True",
                    "not True",
                    "kubectl describe crd noderesourcetopologies.topology.node.k8s.io tells why"));
        }
        var old = definition.stored().stream()
                .filter(version -> !version.equals("v1alpha2"))
                .toList();
        if (!old.isEmpty()) {
            found.add(Found.of(
                    Check.V07,
                    Severity.INFO,
                    "",
                    "NodeResourceTopology CRD",
                    "stored versions",
                    "v1alpha2",
                    String.join(",", old),
                    "keep serving them, since a definition without them, as that of scheduler-plugins, is refused"));
        }
    }

    private static Found operator(Finding finding) {
        return Found.of(
                Check.V04,
                finding.severity(),
                finding.node() == null ? "" : finding.node(),
                finding.code() + ": " + finding.message());
    }

    private static List<Found> preflight(String node, NUMANode report) {
        return report.getStatus() == null
                ? List.of()
                : report.getStatus().findings().stream()
                        .map(finding -> new Found(
                                Check.P,
                                id(finding.code()),
                                finding.severity(),
                                node,
                                "",
                                "",
                                "",
                                "",
                                finding.code() + ": " + finding.message()))
                        .toList();
    }

    /** The check that reports a problem; what a newer agent reports keeps its own code. */
    private static String id(String code) {
        return Arrays.stream(Problem.values())
                .filter(problem -> problem.reason().equals(code))
                .map(Problem::id)
                .findFirst()
                .orElse(code);
    }
}
