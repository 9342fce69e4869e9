package io.numaresources.agent;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.stack.KubernetesVersion;
import io.numaresources.stack.Platform;
import io.numaresources.stack.StackLabels;
import io.numaresources.stack.StackRbac;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the agents need in the cluster. The operator makes it before the first pod, since an OLM bundle can hold neither a namespace nor an admission
 * policy.
 */
public final class AgentObjects {
    /** Name of everything but the namespace. */
    private static final String NAME = AgentPods.SERVICE_ACCOUNT;

    /** From here on servers have ValidatingAdmissionPolicy in v1, and put the node's name into the tokens of its pods. */
    private static final KubernetesVersion FIRST_WITH_POLICIES = KubernetesVersion.parse("1.30");

    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String USER = "system:serviceaccount:" + AgentPods.NAMESPACE + ":" + NAME;
    private static final String NODE_CLAIM = "authentication.kubernetes.io/node-name";

    private AgentObjects() {}

    /** The namespace of the pods. It has no owner: where the operator was installed from files, they hold it and rights in it. */
    public static Namespace namespace() {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(AgentPods.NAMESPACE)
                .withLabels(labels())
                // pods that change a kubelet are privileged, all of them mount host paths
                .addToLabels("pod-security.kubernetes.io/enforce", "privileged")
                .endMetadata()
                .build();
    }

    /** Account and rights on a cluster that is no OpenShift. */
    public static List<HasMetadata> access(KubernetesVersion server) {
        return access(server, Platform.KUBERNETES);
    }

    /** Account and rights; with the policy that holds each agent to its own node, where the server knows such. */
    public static List<HasMetadata> access(KubernetesVersion server, Platform platform) {
        var objects = new ArrayList<HasMetadata>();
        objects.add(new ServiceAccountBuilder()
                .withNewMetadataLike(meta())
                .withNamespace(AgentPods.NAMESPACE)
                .endMetadata()
                .build());
        objects.add(new ClusterRoleBuilder()
                .withMetadata(meta())
                .withRules(rules(platform))
                .build());
        objects.add(new ClusterRoleBindingBuilder()
                .withMetadata(meta())
                .withNewRoleRef(RBAC, "ClusterRole", NAME)
                .addNewSubject()
                .withKind("ServiceAccount")
                .withName(NAME)
                .withNamespace(AgentPods.NAMESPACE)
                .endSubject()
                .build());
        if (server.compareTo(FIRST_WITH_POLICIES) >= 0) {
            objects.add(policy());
            objects.add(new ValidatingAdmissionPolicyBindingBuilder()
                    .withMetadata(meta())
                    .withNewSpec()
                    .withPolicyName(NAME)
                    .withValidationActions("Deny")
                    .endSpec()
                    .build());
        }
        return List.copyOf(objects);
    }

    /** What agents may do; the operator, who grants it, has to hold it. */
    public static List<PolicyRule> rules(Platform platform) {
        var rules = new ArrayList<>(List.of(
                rule(NUMAResourcesOperator.GROUP, "numanodes", "get"),
                rule(NUMAResourcesOperator.GROUP, "numanodes/status", "patch"),
                rule("", "nodes/configz", "get")));
        if (platform.constrainsPods()) {
            rules.add(StackRbac.privileged());
        }
        return List.copyOf(rules);
    }

    private static HasMetadata policy() {
        return new ValidatingAdmissionPolicyBuilder()
                .withMetadata(meta())
                .withNewSpec()
                .withFailurePolicy("Fail")
                .withNewMatchConstraints()
                .withMatchPolicy("Equivalent")
                .withNewNamespaceSelector()
                .endNamespaceSelector()
                .withNewObjectSelector()
                .endObjectSelector()
                .addNewResourceRule()
                .withApiGroups(NUMAResourcesOperator.GROUP)
                .withApiVersions("*")
                .withOperations("CREATE", "UPDATE", "DELETE")
                .withResources("numanodes", "numanodes/status")
                .withScope("*")
                .endResourceRule()
                .endMatchConstraints()
                .addNewMatchCondition("request.userInfo.username == '" + USER + "'", "of-an-agent")
                .addNewValidation()
                .withExpression("has(request.subResource) && request.subResource == 'status'")
                .withMessage("an agent may change the status only")
                .withReason("Forbidden")
                .endValidation()
                .addNewValidation()
                .withExpression(
                        "has(request.userInfo.extra) && '%1$s' in request.userInfo.extra && request.userInfo.extra['%1$s'].all(node, node == request.name)"
                                .formatted(NODE_CLAIM))
                .withMessage("an agent may change the NUMANode of its own node only")
                .withReason("Forbidden")
                .endValidation()
                .endSpec()
                .build();
    }

    static Map<String, String> labels() {
        var labels = new LinkedHashMap<String, String>();
        labels.put(StackLabels.MANAGED_BY, StackLabels.OPERATOR);
        labels.put(StackLabels.NAME, NAME);
        labels.put(StackLabels.PART_OF, "numaresources");
        labels.put(StackLabels.COMPONENT, AgentPods.COMPONENT);
        return labels;
    }

    private static ObjectMeta meta() {
        return new ObjectMetaBuilder().withName(NAME).withLabels(labels()).build();
    }

    private static PolicyRule rule(String group, String resource, String verb) {
        return new PolicyRuleBuilder()
                .withApiGroups(group)
                .withResources(resource)
                .withVerbs(verb)
                .build();
    }
}
