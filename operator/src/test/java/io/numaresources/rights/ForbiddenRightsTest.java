package io.numaresources.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.agent.AgentObjects;
import io.numaresources.stack.Platform;
import io.numaresources.stack.StackRbac;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rights that are as good as all rights. No role that is shipped, and none that the operator makes, has one of them. */
class ForbiddenRightsTest {
    private static final Path CONFIG = Path.of("../config");

    /** Secrets and tokens are other accounts; the rest is a shell in every container. */
    private static final Set<String> RESOURCES = Set.of(
            "*",
            "secrets",
            "serviceaccounts/token",
            "pods/exec",
            "pods/attach",
            "pods/ephemeralcontainers",
            "nodes/proxy");

    private static final Set<String> VERBS = Set.of("*", "escalate", "bind", "impersonate");

    @Test
    void noRoleReadsSecretsMakesTokensOrEntersContainers() throws IOException {
        assertThat(rules())
                .allSatisfy(rule -> assertThat(Collections.disjoint(rule.getResources(), RESOURCES))
                        .as(rule.toString())
                        .isTrue());
    }

    @Test
    void noRoleGoesBeyondItself() throws IOException {
        assertThat(rules())
                .allSatisfy(rule -> assertThat(Collections.disjoint(rule.getVerbs(), VERBS))
                        .as(rule.toString())
                        .isTrue());
    }

    /** docs/adr/0012: who can make a constraint can allow any pod anything. */
    @Test
    void noRoleWritesSecurityContextConstraints() throws IOException {
        var rules = rules().stream()
                .filter(rule -> rule.getResources().contains("securitycontextconstraints"))
                .toList();

        assertThat(rules).isNotEmpty().allSatisfy(rule -> {
            assertThat(rule.getVerbs()).containsExactly("use");
            assertThat(rule.getResourceNames()).containsExactly("privileged");
        });
    }

    private static List<PolicyRule> rules() throws IOException {
        var rules = new ArrayList<PolicyRule>(StackRbac.allRules());
        rules.addAll(AgentObjects.rules(Platform.OPENSHIFT));
        int made = rules.size();
        try (var files = Files.walk(CONFIG)) {
            files.filter(file -> file.toString().endsWith(".yaml"))
                    .map(ForbiddenRightsTest::text)
                    .filter(text -> text.contains("rbac.authorization.k8s.io"))
                    .flatMap(text -> List.of(text.split("(?m)^---$")).stream())
                    .map(document -> Serialization.unmarshal(document, KubernetesResource.class))
                    .forEach(object -> {
                        switch (object) {
                            case ClusterRole role -> rules.addAll(role.getRules());
                            case Role role -> rules.addAll(role.getRules());
                            default -> {
                                // accounts and bindings have no rules
                            }
                        }
                    });
        }
        assertThat(rules).as("roles in config/").hasSizeGreaterThan(made + 20);
        return rules;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
