package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whether config/network-policy fits the pods: those of the golden manifests, of the golden agents and of config/manager. */
class NetworkPoliciesTest {
    private static final Path GOLDEN = Path.of("src/test/resources");
    private static final Path POLICIES = Path.of("../config/network-policy");
    private static final Path MANAGER = Path.of("../config/manager");

    /** A pod as policies see it. */
    record Seen(String file, String namespace, Map<String, String> labels, PodSpec spec) {
        Set<Integer> ports() {
            return spec.getContainers().stream()
                    .flatMap(container -> container.getPorts().stream())
                    .map(port -> port.getContainerPort())
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void everyPodIsSelectedByOnePolicyThatLetsInItsPortsAlone() throws IOException {
        var policies = policies();
        for (Seen pod : pods()) {
            var selecting =
                    policies.stream().filter(policy -> selects(policy, pod)).toList();
            assertThat(selecting).as(pod.file()).hasSize(1);
            assertThat(ports(selecting.getFirst())).as(pod.file()).containsAll(pod.ports());
            assertThat(pod.spec().getHostNetwork())
                    .as("no policy holds for %s in the network of its node", pod.file())
                    .isNotEqualTo(true);
        }
    }

    @Test
    void everyPortThatIsLetInBelongsToAPod() throws IOException {
        var pods = pods();
        for (NetworkPolicy policy : policies()) {
            var served = pods.stream()
                    .filter(pod -> selects(policy, pod))
                    .flatMap(pod -> pod.ports().stream())
                    .collect(Collectors.toSet());
            assertThat(served).as(policy.getMetadata().getName()).containsAll(ports(policy));
        }
    }

    private static boolean selects(NetworkPolicy policy, Seen pod) {
        var labels = policy.getSpec().getPodSelector().getMatchLabels();
        return policy.getMetadata().getNamespace().equals(pod.namespace())
                && (labels == null || pod.labels().entrySet().containsAll(labels.entrySet()));
    }

    private static Set<Integer> ports(NetworkPolicy policy) {
        return policy.getSpec().getIngress().stream()
                .flatMap(rule -> rule.getPorts().stream())
                .map(port -> port.getPort().getIntVal())
                .collect(Collectors.toSet());
    }

    private static List<NetworkPolicy> policies() throws IOException {
        var policies = objects(POLICIES)
                .map(Map.Entry::getValue)
                .filter(NetworkPolicy.class::isInstance)
                .map(NetworkPolicy.class::cast)
                .toList();
        assertThat(policies).hasSize(4);
        return policies;
    }

    private static List<Seen> pods() throws IOException {
        var pods = Stream.of(GOLDEN.resolve("manifests"), GOLDEN.resolve("agent"), MANAGER)
                .flatMap(NetworkPoliciesTest::objects)
                .flatMap(object -> switch (object.getValue()) {
                    case Pod pod ->
                        Stream.of(seen(object.getKey(), pod.getMetadata(), pod.getMetadata(), pod.getSpec()));
                    case DaemonSet set ->
                        Stream.of(seen(
                                object.getKey(),
                                set.getMetadata(),
                                set.getSpec().getTemplate().getMetadata(),
                                set.getSpec().getTemplate().getSpec()));
                    case Deployment deployment ->
                        Stream.of(seen(
                                object.getKey(),
                                deployment.getMetadata(),
                                deployment.getSpec().getTemplate().getMetadata(),
                                deployment.getSpec().getTemplate().getSpec()));
                    default -> Stream.empty();
                })
                .toList();
        assertThat(pods).hasSizeGreaterThan(10);
        return pods;
    }

    private static Seen seen(String file, ObjectMeta owner, ObjectMeta pod, PodSpec spec) {
        return new Seen(file, owner.getNamespace(), pod.getLabels(), spec);
    }

    /** Objects of a kind by their file; parts of files that are none are left out. */
    private static Stream<Map.Entry<String, KubernetesResource>> objects(Path folder) {
        try (var files = Files.walk(folder)) {
            return files
                    .filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.endsWith("kustomization.yaml"))
                    .toList()
                    .stream()
                    .flatMap(file -> Stream.of(text(file).split("(?m)^---$"))
                            .filter(document -> document.lines()
                                    .anyMatch(line -> line.matches(
                                            "\"?kind\"?: ?\"?(NetworkPolicy|Pod|DaemonSet|Deployment)\"?")))
                            .map(document -> Map.entry(
                                    file.toString(),
                                    Serialization.<KubernetesResource>unmarshal(document, KubernetesResource.class))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
