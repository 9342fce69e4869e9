package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;

/** Kinds of the objects that a plan has. Kinds of a former version stay in these lists, since what it left is found and removed by them. */
public final class OwnedKinds {
    /** In the operator's namespace; RoleBindings in kube-system too. */
    public static final List<Class<? extends HasMetadata>> NAMESPACED = List.of(
            ConfigMap.class,
            DaemonSet.class,
            Deployment.class,
            PodDisruptionBudget.class,
            Role.class,
            RoleBinding.class,
            Service.class,
            ServiceAccount.class);

    /** Cluster-scoped. */
    public static final List<Class<? extends HasMetadata>> CLUSTER_WIDE =
            List.of(ClusterRole.class, ClusterRoleBinding.class);

    private OwnedKinds() {}
}
