package io.numaresources.it;

import static io.numaresources.it.Installation.HPC;
import static io.numaresources.it.Installation.awaitReady;
import static io.numaresources.it.Installation.eventually;
import static io.numaresources.it.Installation.sample;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.junit.Testbed;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.process.Execution;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@code kubectl numa} by its launcher, and the operator's events and metrics on pods, on a cluster with two machines of two zones. */
@Testbed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CliIT {
    private static final String SCHEDULER = "topo-aware-scheduler";

    @TempDir
    Path folder;

    private ControlPlane plane;
    private KubernetesClient client;
    private OperatorProcess operator;
    private SchedulerRunner schedulers;

    @BeforeAll
    void install(ControlPlane plane) {
        this.plane = plane;
        client = plane.client();
        SimulatedNodes.create(client, "demo", 2, HPC);
        operator = Installation.start(plane);
        schedulers = SchedulerRunner.start(plane);
        client.resource(sample()).create();
        awaitReady(client);
        // 5 CPUs fit a node of 8 and no zone of 4
        client.resource(Pods.guaranteed("too-wide", SCHEDULER, 5, "256Mi")).create();
        client.resource(Pods.guaranteed("not-ours", "other-scheduler", 5, "256Mi"))
                .create();
        var placed = Pods.guaranteed("refused", SCHEDULER, 5, "256Mi");
        placed.getSpec().setNodeName("demo-1");
        client.resource(placed).create();
        eventually().atMost(Duration.ofSeconds(120)).untilAsserted(() -> {
            assertThat(pod("too-wide").getStatus().getConditions())
                    .anyMatch(condition -> "Unschedulable".equals(condition.getReason()));
            assertThat(pod("refused").getStatus().getReason()).isEqualTo("TopologyAffinityError");
        });
    }

    @AfterAll
    void stop() {
        operator.close();
        schedulers.close();
    }

    @Test
    void topDrawsEachZone() {
        assertThat(numa("top").output()).isEqualTo("""
                NODE     GROUP   POLICY                       ZONE   CPU                MEMORY
                demo-0   hpc     single-numa-node/container   0      □□□ 3 of 3 free    □□□□□□□□ 7.0Gi of 7.0Gi free
                                                              1      □□□□ 4 of 4 free   □□□□□□□□ 8.0Gi of 8.0Gi free
                demo-1   hpc     single-numa-node/container   0      □□□ 3 of 3 free    □□□□□□□□ 7.0Gi of 7.0Gi free
                                                              1      □□□□ 4 of 4 free   □□□□□□□□ 8.0Gi of 8.0Gi free
                """);
    }

    @Test
    void consistencyComparesTheNodesOfAGroup() {
        assertThat(numa("consistency", "hpc").output()).isEqualTo("Group hpc: 2 nodes, all alike.\n");
        assertThat(numa("consistency", "-o", "yaml").output())
                .contains("- group: hpc", "  alike: true", "    topology policy: single-numa-node/container");
        assertThat(run("consistency", "none").errors())
                .isEqualTo("error: there is no group none: kubectl get nro -o yaml lists them\n");
    }

    @Test
    void explainSaysWhyAPodWaits() {
        var explained = run("explain", "pod", "too-wide");

        assertThat(explained.output()).isEqualTo("""
                pod default/too-wide: Guaranteed, asks for 5 CPUs, 256Mi of memory, scheduler topo-aware-scheduler
                It is Pending.
                None of 2 nodes would admit it; the nearest is demo-0: container main needs 5 CPUs and 256Mi of memory in one zone; \
                zone 0 lacks 2 CPUs, zone 1 lacks 1 CPU; as it is, it can never fit here; it would fit with container main at 4 CPUs.

                NODES   KUBELET   SCHEDULER   EXAMPLE   WHY
                2       never     rejects     demo-0    container main needs 5 CPUs and 256Mi of memory in one zone; \
                zone 0 lacks 2 CPUs, zone 1 lacks 1 CPU; as it is, it can never fit here
                """);
        assertThat(explained.exitCode()).isEqualTo(1);
        assertThat(run("explain", "pod/refused").output())
                .contains("It is Failed on demo-1: TopologyAffinityError.\nAs that node stands now, ");
        assertThat(run("explain", "pod", "absent").errors())
                .isEqualTo(
                        "error: there is no pod absent in namespace default: correct the name, or name the namespace with -n\n");
    }

    @Test
    void whatIfCountsPods() throws IOException {
        var file = file(Pods.guaranteed("small", SCHEDULER, 3, "256Mi"));

        assertThat(numa("what-if", "-f", file, "--replicas", "2").output()).isEqualTo("""
                pod default/small: 2 of 2 replicas fit, and room for 4 is there.

                NODE     GROUP   PODS   NOTE
                demo-0   hpc     2
                demo-1   hpc     2
                Largest free zone of group hpc: 4 CPUs on demo-0, zone 1.
                Of what is free, 14 % of cpu is of no use to such pods.
                Of what is free, 97 % of memory is of no use to such pods.
                """);
        assertThat(run("what-if", "-f", file, "--replicas", "200").exitCode()).isEqualTo(1);
        assertThat(run("what-if", "-f", file, "--drain", "elsewhere").errors())
                .startsWith("--drain elsewhere is not possible: name a node of this cluster");
    }

    @Test
    void statusTellsConditionsGroupsAndFindings() throws IOException {
        var status = numa("status").output();

        assertThat(status)
                .contains("Topologies: 2 published, 0 missing, 0 stale, 0 with two writers", "KubeletNotWritten");
        assertThat(json(numa("status", "-o", "json"))
                        .path("scheduler")
                        .path("name")
                        .asText())
                .isEqualTo(SCHEDULER);
    }

    @Test
    void validateEndsWithOneAndNamesWhatItFound() throws IOException {
        var validated = run("validate", "-o", "json");

        assertThat(validated.exitCode()).isEqualTo(1);
        var found = new ArrayList<String>();
        json(validated)
                .path("findings")
                .forEach(finding -> found.add(
                        finding.path("id").asText() + " " + finding.path("node").asText()));
        // simulated nodes have no kubelet that the API server could reach
        assertThat(found).containsExactly("V04 ", "V05 ", "V10 demo-0", "V10 demo-1");
        assertThat(run("validate", "-o", "junit").output())
                .contains("<testcase classname=\"numa.V10\"", "failures=\"3\"");
    }

    @Test
    void diffIsEmptyUntilTheResourceChanges() throws IOException {
        assertThat(numa("diff").output()).isEmpty();
        var changed = Files.writeString(folder.resolve("changed.yaml"), """
                apiVersion: numaresources.io/v1alpha1
                kind: NUMAResourcesOperator
                metadata: {name: numaresources}
                spec:
                  nodeGroups:
                  - name: hpc
                    nodeSelector: {matchLabels: {node-role.kubernetes.io/hpc: ""}}
                    kubelet:
                      topologyManager: {policy: single-numa-node, scope: pod}
                  scheduler: {name: other-name}
                """);
        var diff = run("diff", "-f", changed.toString());

        assertThat(diff.exitCode()).isEqualTo(1);
        assertThat(diff.output()).contains("+++ ConfigMap numa-system/numa-scheduler\n", "+", "other-name");
    }

    @Test
    void rendersTheSameInEveryProcess() {
        var sample = plane.binaries()
                .root()
                .resolve("config/samples/numaresources_v1alpha1_full.yaml")
                .toString();
        var first = launch("render", "-f", sample, "--server-version", "1.34").requireSuccess();
        var second = launch("render", "-f", sample, "--server-version", "1.34").requireSuccess();

        assertThat(second.output()).isEqualTo(first.output()).contains("kind: DaemonSet");
    }

    @Test
    void detectTellsWhatTheClusterIs() throws IOException {
        var detected = json(numa("detect", "-o", "json"));

        assertThat(detected.path("platform").asText()).isEqualTo("Kubernetes");
        assertThat(detected.path("topologies").asInt()).isEqualTo(2);
        assertThat(detected.path("installed").asBoolean()).isTrue();
    }

    @Test
    void mustGatherWritesAnArchiveWithoutSecrets() {
        var archive = folder.resolve("gathered.tar.gz");
        numa("must-gather", "--to", archive.toString());

        assertThat(Execution.require("tar", "-tzf", archive.toString()).lines())
                .contains(
                        "detect.yaml",
                        "validate.json",
                        "nodes.yaml",
                        "noderesourcetopologies.yaml",
                        "numaresourcesoperators.yaml",
                        "pods-of-the-schedulers.yaml",
                        "namespaces/numa-system/deployments.yaml");
        assertThat(Execution.require("tar", "-xzOf", archive.toString(), "nodes.yaml"))
                .contains("name: demo-0")
                .doesNotContain("addresses", "machineID");
        assertThat(run("must-gather", "--to", archive.toString()).errors())
                .contains("exists: remove it, or name another file");
    }

    @Test
    void theOperatorTellsEachPodOnce() throws Exception {
        eventually().untilAsserted(() -> {
            assertThat(events("too-wide")).singleElement().satisfies(event -> {
                assertThat(event.getReason()).isEqualTo("NUMANeverFits");
                assertThat(event.getMessage()).startsWith("none of 2 nodes would admit it; the nearest is demo-");
                assertThat(event.getCount()).isEqualTo(1);
            });
            assertThat(events("refused")).singleElement().satisfies(event -> {
                assertThat(event.getReason()).isEqualTo("NUMARejected");
                assertThat(event.getMessage())
                        .startsWith("node demo-1 refused it with TopologyAffinityError; as the node is now: ");
            });
        });
        assertThat(events("not-ours")).isEmpty();
        assertThat(metrics())
                .contains(
                        "numaresources_pods_waiting{reason=\"never\"} 1.0",
                        "numaresources_pods_waiting{reason=\"no-room\"} 0.0",
                        "numaresources_pods_rejected{reason=\"TopologyAffinityError\"} 1.0");
    }

    /** About this very pod: an earlier class may have had one of the same name. */
    private List<Event> events(String pod) {
        var uid = pod(pod).getMetadata().getUid();
        return client.v1().events().inNamespace("default").list().getItems().stream()
                .filter(event -> uid.equals(event.getInvolvedObject().getUid())
                        && event.getReason().startsWith("NUMA"))
                .toList();
    }

    private String metrics() throws IOException, InterruptedException {
        return Scraper.allowed(plane).scrape(operator.address());
    }

    private Pod pod(String name) {
        return client.pods().inNamespace("default").withName(name).get();
    }

    private String file(Pod pod) throws IOException {
        return Files.writeString(
                        folder.resolve(pod.getMetadata().getName() + ".yaml"),
                        client.getKubernetesSerialization().asYaml(pod))
                .toString();
    }

    private Execution numa(String... arguments) {
        return run(arguments).requireSuccess();
    }

    private Execution run(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--kubeconfig", plane.kubeconfigFile().toString()));
        return launch(all.toArray(String[]::new));
    }

    private Execution launch(String... arguments) {
        var command = new ArrayList<>(List.of(
                "/usr/bin/env",
                "JAVA_HOME=" + System.getProperty("java.home"),
                plane.binaries().root().resolve("bin/kubectl-numa").toString()));
        command.addAll(List.of(arguments));
        return Execution.of(Duration.ofMinutes(1), command);
    }

    private static JsonNode json(Execution execution) throws IOException {
        return JsonMapper.builder().build().readTree(execution.output());
    }
}
