package io.numaresources.packaging.bundle;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.openshift.api.model.operatorhub.v1alpha1.StrategyDeploymentPermissions;
import io.numaresources.packaging.Release;
import io.numaresources.packaging.Rendering;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Rights of ServiceAccounts as a ClusterServiceVersion tells them. It knows the whole cluster and the namespace it is installed to; a Role of
 * another namespace has to become a right in the whole cluster.
 *
 * @param cluster rules in the whole cluster, by ServiceAccount
 * @param namespaced rules in the namespace, by ServiceAccount
 * @param absorbed names of the ClusterRoles they come from
 */
record Permissions(
        Map<String, List<PolicyRule>> cluster, Map<String, List<PolicyRule>> namespaced, Set<String> absorbed) {

    static Permissions of(Rendering rendering) {
        var permissions = new Permissions(new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
        var clusterRoles = rendering.all(ClusterRole.class);
        for (var binding : rendering.all(ClusterRoleBinding.class)) {
            var name = binding.getRoleRef().getName();
            var rules = clusterRoles.stream()
                    .filter(role -> role.getMetadata().getName().equals(name))
                    .map(ClusterRole::getRules)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no ClusterRole " + name));
            permissions.grant(permissions.cluster, binding.getSubjects(), rules);
            permissions.absorbed.add(name);
        }
        var roles = rendering.all(Role.class);
        for (var binding : rendering.all(RoleBinding.class)) {
            var name = binding.getRoleRef().getName();
            var namespace = binding.getMetadata().getNamespace();
            var rules = roles.stream()
                    .filter(role -> role.getMetadata().getName().equals(name)
                            && role.getMetadata().getNamespace().equals(namespace))
                    .map(Role::getRules)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no Role " + name + " in " + namespace));
            var where = namespace.equals(Release.NAMESPACE) ? permissions.namespaced : permissions.cluster;
            permissions.grant(where, binding.getSubjects(), rules);
        }
        return permissions;
    }

    private void grant(
            Map<String, List<PolicyRule>> where, Collection<Subject> subjects, Collection<PolicyRule> rules) {
        for (var subject : subjects) {
            if (!"ServiceAccount".equals(subject.getKind())) {
                throw new IllegalStateException("a bundle can give rights to ServiceAccounts only, not to " + subject);
            }
            where.computeIfAbsent(subject.getName(), name -> new ArrayList<>()).addAll(rules);
        }
    }

    boolean absorbs(String clusterRole) {
        return absorbed.contains(clusterRole);
    }

    List<StrategyDeploymentPermissions> clusterPermissions() {
        return entries(cluster);
    }

    List<StrategyDeploymentPermissions> permissions() {
        return entries(namespaced);
    }

    private static List<StrategyDeploymentPermissions> entries(Map<String, List<PolicyRule>> rules) {
        return rules.entrySet().stream()
                .map(entry -> new StrategyDeploymentPermissions(entry.getValue(), entry.getKey()))
                .toList();
    }
}
