package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import java.util.List;

/** ServiceAccount, roles and bindings of one operand; all of one name. */
record AccessRules(OperandMeta meta, String name) {
    private static final String RBAC = "rbac.authorization.k8s.io";
    static final List<String> READ = List.of("get", "list", "watch");

    static PolicyRule rule(String group, List<String> resources, List<String> verbs) {
        return new PolicyRuleBuilder()
                .withApiGroups(group)
                .withResources(resources)
                .withVerbs(verbs)
                .build();
    }

    HasMetadata serviceAccount() {
        return new ServiceAccountBuilder().withMetadata(meta.namespaced(name)).build();
    }

    HasMetadata clusterRole(List<PolicyRule> rules) {
        return new ClusterRoleBuilder()
                .withMetadata(meta.clusterScoped(name))
                .withRules(rules)
                .build();
    }

    HasMetadata clusterRoleBinding() {
        return new ClusterRoleBindingBuilder()
                .withMetadata(meta.clusterScoped(name))
                .withNewRoleRef(RBAC, "ClusterRole", name)
                .withSubjects(subject())
                .build();
    }

    HasMetadata role(List<PolicyRule> rules) {
        return new RoleBuilder()
                .withMetadata(meta.namespaced(name))
                .withRules(rules)
                .build();
    }

    HasMetadata roleBinding() {
        return roleBinding(name, meta.namespace(), name);
    }

    HasMetadata roleBinding(String bindingName, String bindingNamespace, String roleName) {
        return new RoleBindingBuilder()
                .withMetadata(meta.namespaced(bindingName, bindingNamespace))
                .withNewRoleRef(RBAC, "Role", roleName)
                .withSubjects(subject())
                .build();
    }

    private Subject subject() {
        return new SubjectBuilder()
                .withKind("ServiceAccount")
                .withName(name)
                .withNamespace(meta.namespace())
                .build();
    }
}
