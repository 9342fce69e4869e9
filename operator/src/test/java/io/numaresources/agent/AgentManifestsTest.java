package io.numaresources.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NodeAction;
import io.numaresources.stack.KubernetesVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Written anew with {@code -Dgolden.update=true}. */
class AgentManifestsTest {
    private static final Path FOLDER = Path.of("src/test/resources/agent");
    private static final AgentRequest REQUEST = new AgentRequest(
            "worker-1.example.com",
            "hpc",
            "v1.34.4",
            "registry.example.com/numaresources/operator:0.1.0",
            List.of(new LocalObjectReference("mirror")),
            Duration.ofSeconds(150),
            Duration.ofMinutes(30));

    @Test
    void rendersWhatIsExpected() throws IOException {
        var actual = new TreeMap<String, String>();
        for (var action : List.of(NodeAction.INSPECT, NodeAction.APPLY, NodeAction.ROLLBACK)) {
            actual.put("pod-" + action.value().toLowerCase() + ".yaml", yaml(List.of(AgentPods.pod(action, REQUEST))));
        }
        actual.put("namespace.yaml", yaml(List.of(AgentObjects.namespace())));
        actual.put("access-1.29.yaml", yaml(AgentObjects.access(KubernetesVersion.parse("1.29"))));
        actual.put("access-1.30.yaml", yaml(AgentObjects.access(KubernetesVersion.parse("1.30"))));
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(FOLDER);
            for (Path old : expected()) {
                Files.delete(old);
            }
            for (var file : actual.entrySet()) {
                Files.writeString(FOLDER.resolve(file.getKey()), file.getValue());
            }
        }
        Map<String, String> expected = new TreeMap<>();
        for (Path file : expected()) {
            expected.put(file.getFileName().toString(), Files.readString(file));
        }
        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void anInspectionHasNoPrivilegeAndWritesNowhereOnTheHost() {
        var spec = AgentPods.pod(NodeAction.INSPECT, REQUEST).getSpec();
        var containers = new ArrayList<>(spec.getInitContainers());
        containers.addAll(spec.getContainers());

        assertThat(containers).hasSize(2).allSatisfy(container -> {
            var context = container.getSecurityContext();
            assertThat(context.getPrivileged()).isFalse();
            assertThat(context.getAllowPrivilegeEscalation()).isFalse();
            assertThat(context.getCapabilities().getDrop()).containsExactly("ALL");
            assertThat(container.getVolumeMounts())
                    .filteredOn(mount -> mount.getMountPath().startsWith(AgentPods.HOST))
                    .isNotEmpty()
                    .allSatisfy(mount -> assertThat(mount.getReadOnly()).isTrue());
        });
        assertThat(spec.getContainers().getFirst().getVolumeMounts())
                .as("root sees no socket of systemd or the container runtime")
                .noneMatch(mount -> mount.getMountPath().startsWith("/host/run")
                        || mount.getMountPath().equals("/host"));
        assertThat(spec.getInitContainers().getFirst().getSecurityContext().getRunAsNonRoot())
                .as("who sees them is not root")
                .isTrue();
        assertThat(containers)
                .allSatisfy(container -> assertThat(
                                container.getResources().getRequests().values())
                        .as("nothing is evicted for it")
                        .allMatch(amount -> amount.getAmount().equals("0")));
    }

    @Test
    void namesFitAlsoForTheLongestNode() {
        String node = "n".repeat(240) + ".example.com";
        String name = AgentPods.name(NodeAction.ROLLBACK, node);
        assertThat(name)
                .hasSizeLessThanOrEqualTo(253)
                .startsWith("numa-rollback-nnn")
                .matches("[a-z0-9.-]+[a-z0-9]");
        assertThat(AgentPods.name(NodeAction.ROLLBACK, node.replace(".com", ".org")))
                .as("another node's")
                .isNotEqualTo(name);
        assertThat(AgentPods.name(NodeAction.APPLY, "a")).isEqualTo("numa-apply-a");
    }

    @Test
    void hasNoPodForNoAction() {
        assertThatThrownBy(() -> AgentPods.pod(NodeAction.NONE, REQUEST)).isInstanceOf(IllegalArgumentException.class);
    }

    private static String yaml(List<? extends HasMetadata> objects) {
        return objects.stream().map(Serialization::asYaml).collect(Collectors.joining());
    }

    private static List<Path> expected() throws IOException {
        try (var files = Files.list(FOLDER)) {
            return files.sorted().toList();
        }
    }
}
