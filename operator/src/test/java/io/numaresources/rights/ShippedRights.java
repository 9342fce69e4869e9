package io.numaresources.rights;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleRef;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.testbed.UsedRights.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What config/rbac grants the operator.
 *
 * @param all every right, but for those that it holds only since nobody may grant what they don't have
 */
record ShippedRights(SortedSet<ShippedRight> all) {
    static final Path RBAC = Path.of("../config/rbac");

    private static final String ACCOUNT = "numaresources-operator";

    /** Compared with what the operands are granted by ShippedRightsTest. */
    private static final String GRANTED_ON = "numaresources-operator-operands";

    /** Reads the roles that are bound to the operator's account. */
    static ShippedRights read(Path folder) throws IOException {
        var objects = objects(folder);
        var rights = new TreeSet<ShippedRight>();
        for (HasMetadata object : objects) {
            switch (object) {
                case ClusterRoleBinding binding
                when isOperator(binding.getSubjects()) -> rights.addAll(rights(objects, binding.getRoleRef(), ""));
                case RoleBinding binding
                when isOperator(binding.getSubjects()) ->
                    rights.addAll(rights(
                            objects, binding.getRoleRef(), binding.getMetadata().getNamespace()));
                default -> {
                    // roles are looked up from their bindings
                }
            }
        }
        return new ShippedRights(rights);
    }

    /**
     * Rights that nothing needed. A use needs the narrowest right that allows it, so a right in the whole cluster is not needed by what is done in a
     * namespace that has a role of its own.
     */
    SortedSet<ShippedRight> unused(Collection<Use> uses) {
        var unused = new TreeSet<>(all);
        for (Use use : uses) {
            var allowing = all.stream().filter(right -> right.allows(use)).toList();
            allowing.stream()
                    .mapToInt(ShippedRight::breadth)
                    .min()
                    .ifPresent(least -> unused.removeIf(right -> right.breadth() == least && allowing.contains(right)));
        }
        return unused;
    }

    private static List<HasMetadata> objects(Path folder) throws IOException {
        var objects = new ArrayList<HasMetadata>();
        try (var files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".yaml"))
                    .filter(path -> !path.endsWith("kustomization.yaml"))
                    .sorted()
                    .toList()) {
                for (String document : Files.readString(file).split("(?m)^---$")) {
                    if (Serialization.unmarshal(document, KubernetesResource.class) instanceof HasMetadata object) {
                        objects.add(object);
                    }
                }
            }
        }
        return objects;
    }

    private static boolean isOperator(List<Subject> subjects) {
        return subjects.stream().anyMatch(subject -> ACCOUNT.equals(subject.getName()));
    }

    private static List<ShippedRight> rights(List<HasMetadata> objects, RoleRef role, String namespace) {
        if (role.getName().equals(GRANTED_ON)) {
            return List.of();
        }
        return objects.stream()
                .filter(object -> role.getKind().equals(object.getKind())
                        && role.getName().equals(object.getMetadata().getName())
                        && (namespace.isEmpty()
                                || namespace.equals(object.getMetadata().getNamespace())))
                .flatMap(object -> rules(object).stream().flatMap(rule -> rights(described(object), namespace, rule)))
                .toList();
    }

    private static List<PolicyRule> rules(HasMetadata object) {
        return switch (object) {
            case ClusterRole role -> role.getRules();
            case Role role -> role.getRules();
            default -> throw new IllegalArgumentException(object.getKind());
        };
    }

    private static String described(HasMetadata role) {
        var metadata = role.getMetadata();
        return Stream.of(role.getKind(), metadata.getNamespace(), metadata.getName())
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" "));
    }

    private static Stream<ShippedRight> rights(String role, String namespace, PolicyRule rule) {
        List<String> names =
                rule.getResourceNames() == null || rule.getResourceNames().isEmpty()
                        ? List.of("")
                        : rule.getResourceNames();
        return rule.getApiGroups().stream()
                .flatMap(group -> rule.getResources().stream()
                        .flatMap(resource -> rule.getVerbs().stream()
                                .flatMap(verb -> names.stream()
                                        .map(name -> new ShippedRight(role, namespace, group, resource, verb, name)))));
    }
}
