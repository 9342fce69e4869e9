package io.numaresources.stack;

import static io.numaresources.stack.AccessRules.READ;
import static io.numaresources.stack.AccessRules.rule;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.List;

/** What a second kube-scheduler may do (facts §4.7: chart as-a-second-scheduler v0.34.7; bootstrap policy for claims). */
final class SchedulerAccess {
    private static final List<String> READ_AND_CHANGE = List.of("get", "list", "watch", "patch", "update");
    private static final int LISTS_CLAIMS = 34;

    private SchedulerAccess() {}

    static List<PolicyRule> clusterWide(OperandImage image) {
        var rules = new ArrayList<>(List.of(
                rule("", List.of("namespaces", "replicationcontrollers", "services"), READ),
                rule("", List.of("nodes"), List.of("get", "list", "watch", "patch")),
                rule("", List.of("pods"), List.of("delete", "get", "list", "watch", "update")),
                rule("", List.of("bindings", "pods/binding"), List.of("create")),
                rule("", List.of("pods/status"), List.of("patch", "update")),
                rule("", List.of("persistentvolumeclaims", "persistentvolumes"), READ_AND_CHANGE),
                rule("", List.of("events"), List.of("create", "patch", "update")),
                rule("events.k8s.io", List.of("events"), List.of("create", "patch", "update")),
                rule("apps", List.of("replicasets", "statefulsets"), READ),
                rule("policy", List.of("poddisruptionbudgets"), READ),
                rule(
                        "storage.k8s.io",
                        List.of(
                                "csidrivers",
                                "csinodes",
                                "csistoragecapacities",
                                "storageclasses",
                                "volumeattachments"),
                        READ),
                rule("authentication.k8s.io", List.of("tokenreviews"), List.of("create")),
                rule("authorization.k8s.io", List.of("subjectaccessreviews"), List.of("create")),
                rule("topology.node.k8s.io", List.of("noderesourcetopologies"), READ)));
        if (image.since(LISTS_CLAIMS, image)) {
            rules.add(rule("resource.k8s.io", List.of("deviceclasses", "resourceslices"), READ));
            rules.add(rule("resource.k8s.io", List.of("resourceclaims"), READ_AND_CHANGE));
            rules.add(rule("resource.k8s.io", List.of("resourceclaims/status"), List.of("patch", "update")));
        }
        return rules;
    }

    /** Its own lease. */
    static List<PolicyRule> inNamespace() {
        return List.of(
                rule("coordination.k8s.io", List.of("leases"), List.of("create")),
                rule("coordination.k8s.io", List.of("leases"), List.of("get", "update"))
                        .edit()
                        .withResourceNames(SchedulerPlan.NAME)
                        .build());
    }
}
