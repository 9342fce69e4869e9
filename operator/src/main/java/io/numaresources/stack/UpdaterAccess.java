package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.List;

/** What updaters may do: the union over the groups of one type, since they share a ServiceAccount (facts §2.7, §3.5). */
final class UpdaterAccess {
    private static final List<String> TOPOLOGIES = List.of("noderesourcetopologies");
    private static final String TOPOLOGY_GROUP = "topology.node.k8s.io";
    private static final int DISCOVERY_WATCHES_PODS = 19;
    private static final int DISCOVERY_PATCHES = 20;
    private static final int EXPORTER_PATCHES = 25;

    private UpdaterAccess() {}

    static List<PolicyRule> featureDiscovery(List<GroupUpdater> updaters, Platform platform) {
        boolean watchesPods = updaters.stream().anyMatch(updater -> updater.since(DISCOVERY_WATCHES_PODS));
        boolean patches = updaters.stream().anyMatch(updater -> updater.since(DISCOVERY_PATCHES));
        var rules = new ArrayList<PolicyRule>();
        rules.add(AccessRules.rule("", List.of("nodes"), List.of("get", "list")));
        rules.add(AccessRules.rule("", List.of("namespaces"), List.of("get")));
        if (platform.constrainsPods() || updaters.stream().anyMatch(GroupUpdater::configz)) {
            // Never nodes/proxy, which would let it run commands in pods (NFD #2424).
            rules.add(AccessRules.rule("", List.of("nodes/configz"), List.of("get")));
        }
        rules.add(AccessRules.rule("", List.of("pods"), watchesPods ? AccessRules.READ : List.of("get")));
        rules.add(AccessRules.rule(
                TOPOLOGY_GROUP,
                TOPOLOGIES,
                patches ? List.of("create", "get", "update", "patch") : List.of("create", "get", "update")));
        if (watchesPods) {
            rules.add(AccessRules.rule("apiextensions.k8s.io", List.of("customresourcedefinitions"), AccessRules.READ));
        }
        addOpenShift(rules, updaters, platform);
        return rules;
    }

    static List<PolicyRule> exporter(List<GroupUpdater> updaters, Platform platform) {
        boolean patches = updaters.stream().anyMatch(updater -> updater.since(EXPORTER_PATCHES));
        var rules = new ArrayList<PolicyRule>();
        rules.add(AccessRules.rule("", List.of("nodes"), List.of("list", "watch")));
        rules.add(AccessRules.rule(
                TOPOLOGY_GROUP,
                TOPOLOGIES,
                patches
                        ? List.of("create", "update", "get", "list", "patch")
                        : List.of("create", "update", "get", "list")));
        addOpenShift(rules, updaters, platform);
        return rules;
    }

    /** Its own pod, to set the readiness gates. */
    static List<PolicyRule> exporterInNamespace() {
        return List.of(
                AccessRules.rule("", List.of("pods"), List.of("get")),
                AccessRules.rule("", List.of("pods/status"), List.of("update")));
    }

    /** Host directories need a security context constraint there. */
    private static void addOpenShift(List<PolicyRule> rules, List<GroupUpdater> updaters, Platform platform) {
        if (platform.constrainsPods()
                || updaters.stream().anyMatch(updater -> updater.facts().group().machineConfigPool() != null)) {
            rules.add(privileged());
        }
    }

    static PolicyRule privileged() {
        return AccessRules.rule("security.openshift.io", List.of("securitycontextconstraints"), List.of("use"))
                .edit()
                .withResourceNames("privileged")
                .build();
    }
}
