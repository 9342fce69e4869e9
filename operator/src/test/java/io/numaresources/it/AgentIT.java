package io.numaresources.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.agent.AgentObjects;
import io.numaresources.agent.AgentPods;
import io.numaresources.agent.AgentRequest;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.api.v1alpha1.NodeAction;
import io.numaresources.api.v1alpha1.NodePhase;
import io.numaresources.stack.KubernetesVersion;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.process.Kubeconfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What agents may do, as a real API server judges it, and the packaged command as an agent runs it. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AgentIT {
    private static final String MINE = "demo-0";
    private static final String OTHER = "demo-1";
    private static final PatchContext NOTHING_STORED = new PatchContext.Builder()
            .withPatchType(PatchType.JSON_MERGE)
            .withDryRun(List.of("All"))
            .build();

    private ControlPlane plane;
    private KubernetesClient admin;
    private Kubeconfig identity;

    /** Everything is made with the operator's own rights, so that these are enough. */
    @BeforeAll
    void aPodOfAnAgent(ControlPlane plane) {
        this.plane = plane;
        admin = plane.client();
        SimulatedNodes.create(admin, "demo", 2, Map.of());
        var root = RepositoryRoot.find();
        plane.applyManifests(root.resolve("crds"), root.resolve("config/rbac"));
        try (var operator =
                plane.newClient(plane.kubeconfigOf(OperatorProcess.NAMESPACE, OperatorProcess.SERVICE_ACCOUNT))) {
            assertThat(operator.resource(AgentObjects.namespace()).get()).isNotNull();
            AgentObjects.access(KubernetesVersion.parse("1.34")).forEach(object -> apply(operator, object));
            operator.resource(AgentPods.pod(NodeAction.APPLY, request())).create();
        }
        for (String node : List.of(MINE, OTHER)) {
            var managed = new NUMANode();
            managed.getMetadata().setName(node);
            managed.setSpec(new NUMANodeSpec("hpc", null, null, null, null, NodeAction.INSPECT));
            admin.resource(managed).create();
        }
        identity = plane.kubeconfig().withToken(tokenOfThePod());
        Installation.eventually().untilAsserted(() -> {
            try (var agent = plane.newClient(identity)) {
                assertThatThrownBy(() -> patchStatus(agent, OTHER, NOTHING_STORED))
                        .hasMessageContaining("its own node only");
            }
        });
    }

    private static void apply(KubernetesClient operator, HasMetadata object) {
        operator.resource(object)
                .fieldManager("numaresources-operator")
                .forceConflicts()
                .serverSideApply();
    }

    private static AgentRequest request() {
        return new AgentRequest(
                MINE,
                "hpc",
                "v1.34.4",
                "registry.example.com/operator:1",
                List.of(),
                Duration.ofSeconds(150),
                Duration.ofMinutes(30));
    }

    /** As the kubelet asks for it: bound to the pod, so that it names the pod's node. */
    private String tokenOfThePod() {
        var pod = admin.pods()
                .inNamespace(AgentPods.NAMESPACE)
                .withName(AgentPods.name(NodeAction.APPLY, MINE))
                .get();
        var bound = new TokenRequestBuilder()
                .withNewSpec()
                .withExpirationSeconds(3600L)
                .withNewBoundObjectRef(
                        "v1",
                        "Pod",
                        pod.getMetadata().getName(),
                        pod.getMetadata().getUid())
                .endSpec()
                .build();
        return admin.serviceAccounts()
                .inNamespace(AgentPods.NAMESPACE)
                .withName(AgentPods.SERVICE_ACCOUNT)
                .tokenRequest(bound)
                .getStatus()
                .getToken();
    }

    private static void patchStatus(KubernetesClient client, String node) {
        patchStatus(client, node, PatchContext.of(PatchType.JSON_MERGE));
    }

    private static void patchStatus(KubernetesClient client, String node, PatchContext how) {
        client.resources(NUMANode.class)
                .withName(node)
                .subresource("status")
                .patch(how, "{\"status\":{\"message\":\"from an agent\"}}");
    }

    @Test
    void anAgentWritesTheStatusOfItsOwnNodeAndOfNoOther() {
        try (var agent = plane.newClient(identity)) {
            assertThatCode(() -> patchStatus(agent, MINE)).doesNotThrowAnyException();
            assertThatThrownBy(() -> patchStatus(agent, OTHER))
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining("an agent may change the NUMANode of its own node only");
        }
        assertThat(stored(MINE).getStatus().message()).isEqualTo("from an agent");
        assertThat(stored(OTHER).getStatus()).isNull();
    }

    /** A token that nobody can tie to a node is worth nothing, also for the own one. */
    @Test
    void aTokenThatNamesNoNodeIsRefused() {
        try (var agent = plane.newClient(plane.kubeconfigOf(AgentPods.NAMESPACE, AgentPods.SERVICE_ACCOUNT))) {
            assertThatThrownBy(() -> patchStatus(agent, MINE)).hasMessageContaining("its own node only");
        }
    }

    @Test
    void anAgentCanDoNothingElse() {
        try (var agent = plane.newClient(identity)) {
            assertThatThrownBy(() -> agent.resources(NUMANode.class)
                            .withName(MINE)
                            .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"action\":\"Apply\"}}"))
                    .hasMessageContaining("orbidden");
            assertThatThrownBy(() -> agent.resources(NUMANode.class).list()).hasMessageContaining("orbidden");
            assertThatThrownBy(() -> agent.nodes().list()).hasMessageContaining("orbidden");
            assertThatThrownBy(
                            () -> agent.pods().inNamespace(AgentPods.NAMESPACE).list())
                    .hasMessageContaining("orbidden");
            assertThatThrownBy(() ->
                            agent.secrets().inNamespace(AgentPods.NAMESPACE).list())
                    .hasMessageContaining("orbidden");
        }
    }

    /** The policy is a second fence: it holds also where somebody has given an agent more than it needs. */
    @Test
    void thePolicyKeepsAnAgentFromTheSpecWhateverRightsItHas() {
        admin.load(new java.io.ByteArrayInputStream("""
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: ClusterRoleBinding
                        metadata: {name: too-much}
                        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                        subjects: [{kind: ServiceAccount, name: %s, namespace: %s}]
                        """.formatted(AgentPods.SERVICE_ACCOUNT, AgentPods.NAMESPACE)
                        .getBytes(StandardCharsets.UTF_8)))
                .create();
        try (var agent = plane.newClient(identity)) {
            Installation.eventually()
                    .untilAsserted(() -> assertThatThrownBy(() -> agent.resources(NUMANode.class)
                                    .withName(MINE)
                                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"action\":\"Apply\"}}"))
                            .hasMessageContaining("an agent may change the status only"));
        } finally {
            admin.rbac().clusterRoleBindings().withName("too-much").delete();
        }
    }

    /** The packaged jar, without Quarkus, with the agent's rights alone; the host is a made-up one without systemd. */
    @Test
    void inspectionFillsTheNUMANodeOfANodeThatItCanSee(@TempDir Path folder) throws Exception {
        var host = made(folder.resolve("host"));
        var result = inspect(folder, host);

        assertThat(result.exit()).as(result.output()).isZero();
        var status = stored(MINE).getStatus();
        assertThat(status.phase()).isEqualTo(NodePhase.INSPECTED);
        assertThat(status.transitions()).containsKey("Inspected");
        assertThat(status.hardware().onlineCPUs()).isEqualTo("0-3");
        assertThat(status.hardware().zones()).hasSize(1);
        assertThat(status.kubelet().startedBy()).isEqualTo("kubeadm");
        assertThat(status.kubelet().version()).isEqualTo("v1.34.4");
        assertThat(status.host().systemBus()).isFalse();
        assertThat(status.host().bootID()).isEqualTo("a-boot");
        assertThat(Math.abs(status.host().clockSkewMillis()))
                .as("one machine has one clock")
                .isLessThan(3000);
        assertThat(status.live()).as("nobody listens on the kubelet's port").isNull();
    }

    private record Result(int exit, String output) {}

    private Result inspect(Path folder, Path host) throws IOException, InterruptedException {
        var root = RepositoryRoot.find().path();
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        root.resolve("operator/target/quarkus-app/quarkus-run.jar")
                                .toString(),
                        "node",
                        "inspect",
                        "--host-root=" + host)
                .redirectErrorStream(true);
        process.environment()
                .putAll(Map.of(
                        "KUBECONFIG",
                        identity.write(folder.resolve("kubeconfig")).toString(),
                        "NODE_NAME",
                        MINE,
                        "KUBELET_VERSION",
                        "v1.34.4",
                        "HOST_IP",
                        "127.0.0.1"));
        var started = process.start();
        String output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(started.waitFor(), output);
    }

    private static Path made(Path host) throws IOException {
        for (var file : Map.of(
                        "sys/devices/system/cpu/online", "0-3\n",
                        "proc/cpuinfo", "model name\t: Made up\n",
                        "proc/meminfo", "MemTotal: 4096 kB\n",
                        "proc/sys/kernel/random/boot_id", "a-boot\n",
                        "proc/1/mountinfo", "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n",
                        "proc/812/cmdline", "/usr/bin/kubelet\0--config=/var/lib/kubelet/config.yaml\0",
                        "var/lib/kubelet/config.yaml", "port: 1\n",
                        "usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf",
                                "Environment=\"KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml\"\n")
                .entrySet()) {
            Path path = host.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        Files.createDirectories(host.resolve("etc"));
        return host;
    }

    private NUMANode stored(String node) {
        return admin.resources(NUMANode.class).withName(node).get();
    }
}
