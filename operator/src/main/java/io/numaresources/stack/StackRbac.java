package io.numaresources.stack;

import static io.numaresources.stack.AccessRules.READ;
import static io.numaresources.stack.AccessRules.rule;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rights that the operator hands to operands, over all versions: who grants a right must hold it. */
public final class StackRbac {
    private static final List<String> TOPOLOGIES = List.of("noderesourcetopologies");

    private StackRbac() {}

    /** Rules by the name of the ClusterRole, or of the Role with {@code /role} behind it; any rendered one is within. */
    public static Map<String, List<PolicyRule>> rulesByRole() {
        var rules = new LinkedHashMap<String, List<PolicyRule>>();
        rules.put(
                FeatureDiscovery.NAME,
                List.of(
                        rule("", List.of("nodes"), List.of("get", "list")),
                        rule("", List.of("namespaces"), List.of("get")),
                        rule("", List.of("nodes/configz"), List.of("get")),
                        rule("", List.of("pods"), READ),
                        rule("topology.node.k8s.io", TOPOLOGIES, List.of("create", "get", "update", "patch")),
                        rule("apiextensions.k8s.io", List.of("customresourcedefinitions"), READ),
                        UpdaterAccess.privileged()));
        rules.put(
                TopologyExporter.NAME,
                List.of(
                        rule("", List.of("nodes"), List.of("list", "watch")),
                        rule("topology.node.k8s.io", TOPOLOGIES, List.of("create", "update", "get", "list", "patch")),
                        UpdaterAccess.privileged()));
        rules.put(TopologyExporter.NAME + "/role", UpdaterAccess.exporterInNamespace());
        rules.put(SchedulerPlan.NAME, SchedulerAccess.clusterWide(OperandImage.given("kube-scheduler:v0.999.0")));
        rules.put(SchedulerPlan.NAME + "/role", SchedulerAccess.inNamespace());
        return rules;
    }

    /** Use of the constraint under which pods of OpenShift may mount host directories. */
    public static PolicyRule privileged() {
        return UpdaterAccess.privileged();
    }

    /** All of them in one list. */
    public static List<PolicyRule> allRules() {
        var all = new ArrayList<PolicyRule>();
        rulesByRole().values().forEach(all::addAll);
        return List.copyOf(all);
    }
}
