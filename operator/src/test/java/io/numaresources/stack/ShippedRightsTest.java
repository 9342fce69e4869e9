package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.agent.AgentObjects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nobody may grant a right that they don't have, so the shipped roles of the operator hold every right that it may grant. */
class ShippedRightsTest {
    private static final Path RBAC = Path.of("../config/rbac");

    /** One right: may do this to that. */
    record Right(String group, String resource, String verb, Optional<String> name) {}

    @Test
    void theOperatorHoldsWhatItGrants() throws IOException {
        List<PolicyRule> held = held();

        assertThat(Stream.of(StackRbac.allRules(), AgentObjects.rules(Platform.OPENSHIFT))
                        .flatMap(List::stream)
                        .flatMap(ShippedRightsTest::rights)
                        .filter(right -> held.stream().noneMatch(rule -> covers(rule, right))))
                .as("rights in StackRbac.allRules() or AgentObjects.rules() that config/rbac does not hold")
                .isEmpty();
    }

    @Test
    void theOperandsRightsAreNoMoreThanWhatTheyUse() throws IOException {
        var granted = StackRbac.allRules();

        assertThat(clusterRoles("operands.yaml").stream()
                        .flatMap(role -> role.getRules().stream())
                        .flatMap(ShippedRightsTest::rights)
                        .filter(right -> granted.stream().noneMatch(rule -> covers(rule, right))))
                .as("rights in operands.yaml that no operand has")
                .isEmpty();
    }

    @Test
    void noShippedRoleHasWildcards() throws IOException {
        assertThat(held()).allSatisfy(rule -> {
            assertThat(rule.getVerbs()).doesNotContain("*");
            assertThat(rule.getResources()).doesNotContain("*");
            assertThat(rule.getApiGroups()).doesNotContain("*");
        });
    }

    private static List<PolicyRule> held() throws IOException {
        var rules = new ArrayList<PolicyRule>();
        for (String file : List.of("operands.yaml", "operator.yaml", "agent.yaml", "metrics.yaml")) {
            clusterRoles(file).forEach(role -> rules.addAll(role.getRules()));
        }
        return rules;
    }

    private static List<ClusterRole> clusterRoles(String file) throws IOException {
        var roles = new ArrayList<ClusterRole>();
        for (String document : Files.readString(RBAC.resolve(file)).split("(?m)^---$")) {
            if (Serialization.unmarshal(document, KubernetesResource.class) instanceof ClusterRole role) {
                roles.add(role);
            }
        }
        assertThat(roles).as(file).isNotEmpty();
        return roles;
    }

    private static Stream<Right> rights(PolicyRule rule) {
        List<Optional<String>> names =
                rule.getResourceNames() == null || rule.getResourceNames().isEmpty()
                        ? List.of(Optional.empty())
                        : rule.getResourceNames().stream().map(Optional::of).toList();
        return rule.getApiGroups().stream()
                .flatMap(group -> rule.getResources().stream()
                        .flatMap(resource -> rule.getVerbs().stream()
                                .flatMap(verb -> names.stream().map(name -> new Right(group, resource, verb, name)))));
    }

    private static boolean covers(PolicyRule rule, Right right) {
        boolean anyName =
                rule.getResourceNames() == null || rule.getResourceNames().isEmpty();
        return rule.getApiGroups().contains(right.group())
                && rule.getResources().contains(right.resource())
                && rule.getVerbs().contains(right.verb())
                && (anyName
                        || right.name()
                                .filter(rule.getResourceNames()::contains)
                                .isPresent());
    }
}
