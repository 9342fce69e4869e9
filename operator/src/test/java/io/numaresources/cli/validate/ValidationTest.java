package io.numaresources.cli.validate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.Severity;
import io.numaresources.cli.validate.ClusterState.Configuration;
import io.numaresources.cli.validate.ClusterState.Definition;
import io.numaresources.cli.validate.ClusterState.KubeletReading;
import io.numaresources.cli.validate.ClusterState.Unreadable;
import io.numaresources.explain.PublishedTopology;
import io.numaresources.platform.TopologyView;
import io.numaresources.stack.TopologyFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidationTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final String GOOD_KUBELET = """
            cpuManagerPolicy: static
            cpuManagerReconcilePeriod: 5s
            reservedSystemCPUs: "0,4"
            memoryManagerPolicy: Static
            topologyManagerPolicy: single-numa-node
            topologyManagerScope: pod
            systemReserved: {memory: 1Gi}
            evictionHard: {memory.available: 100Mi, nodefs.available: 10%}
            reservedMemory: [{numaNode: 0, limits: {memory: 1Gi}}, {numaNode: 1, limits: {memory: 104857600}}]
            """;
    private static final String GOOD_TOPOLOGY = """
            attributes: [{name: topologyManagerPolicy, value: single-numa-node}, {name: topologyManagerScope, value: pod}]
            zones:
            - {name: node-0, type: Node, resources: [{name: cpu, capacity: 4, allocatable: 3, available: 3}, {name: memory, capacity: 8Gi, allocatable: 7Gi, available: 7Gi}]}
            - {name: node-1, type: Node, resources: [{name: cpu, capacity: 4, allocatable: 3, available: 3}, {name: memory, capacity: 8Gi, allocatable: 7Gi, available: 7Gi}]}
            """;

    private final Map<String, KubeletReading> kubelets = new HashMap<>();
    private final Map<String, PublishedTopology> topologies = new HashMap<>();
    private final Map<String, TopologyFacts> facts = new HashMap<>();
    private final Map<String, NUMANode> reports = new HashMap<>();
    private final List<String> nodes = new ArrayList<>();
    private final Set<String> fingerprinted = new HashSet<>();
    private final Map<String, List<String>> rejected = new HashMap<>();
    private Definition definition = new Definition(List.of("v1alpha1", "v1alpha2"), List.of("v1alpha2"), true);
    private NUMAResourcesOperator resource = YAML.unmarshal("""
            apiVersion: numaresources.io/v1alpha1
            kind: NUMAResourcesOperator
            metadata: {name: numaresources, generation: 1}
            spec: {nodeGroups: [{name: hpc, nodeSelector: {matchLabels: {a: b}}, kubelet: {topologyManager: {policy: single-numa-node, scope: pod}}}]}
            status: {scheduler: {name: topo-aware-scheduler, image: "registry.example.com/kube-scheduler:v0.34.7", replicas: 1, ready: 1}}
            """, NUMAResourcesOperator.class);

    @Test
    void findsNothingInAGoodCluster() {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        node("b", GOOD_KUBELET, GOOD_TOPOLOGY);

        assertThat(validate()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpuManagerPolicy: static| cpuManagerPolicy: none| V11| CPU manager policy is none, expected static",
                "cpuManagerReconcilePeriod: 5s| cpuManagerReconcilePeriod: 500ms| V12| CPU manager reconcile period is 500ms, expected 1s to 10s",
                "cpuManagerReconcilePeriod: 5s| cpuManagerReconcilePeriod: 1m0s| V12| CPU manager reconcile period is 1m0s",
                "reservedSystemCPUs: \"0,4\"| reservedSystemCPUs: \"\"| V13| kubelet reserved CPUs is none",
                "memoryManagerPolicy: Static| memoryManagerPolicy: None| V14| memory manager policy is None",
                "reservedMemory:| otherField:| V15| memory manager reservedMemory is none",
                "topologyManagerPolicy: single-numa-node| topologyManagerPolicy: restricted| V16| topology manager policy is restricted",
                "topologyManagerScope: pod| topologyManagerScope: container| V17| topology manager scope is container, expected pod",
                "systemReserved: {memory: 1Gi}| systemReserved: {memory: 2Gi}| V18| memory manager reservedMemory is 1124Mi, expected 2148Mi"
            })
    void findsWhatAKubeletRunsOtherwise(String good, String bad, String id, String message) {
        node("a", GOOD_KUBELET.replace(good, bad), GOOD_TOPOLOGY);

        assertThat(validate())
                .filteredOn(found -> found.id().equals(id))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.node()).isEqualTo("a");
                    assertThat(found.message()).startsWith("a: " + message);
                    assertThat(found.fails()).isTrue();
                });
    }

    @Test
    void wantsWhatTheGroupWants() {
        resource = YAML.unmarshal(
                YAML.asYaml(resource).replace("single-numa-node", "restricted"), NUMAResourcesOperator.class);
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);

        assertThat(validate()).extracting(Found::id).containsExactly("V16");
    }

    @Test
    void findsKubeletsThatCanNotBeRead() {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        kubelets.put("a", new Unreadable("HTTP 403"));

        assertThat(validate()).extracting(Found::id).containsExactly("V05", "V10");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "value: pod| value: container| V22",
                "{name: memory, capacity: 8Gi, allocatable: 7Gi, available: 7Gi}| {name: gpu, capacity: 1, allocatable: 1, available: 1}| V23",
                "name: node-1| name: node-0| V21",
            })
    void findsTopologiesThatAreWrong(String good, String bad, String id) {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY.replace(good, bad));

        assertThat(validate()).extracting(Found::id).isNotEmpty().containsOnly(id);
    }

    @Test
    void findsMissingOrphanedAndTwiceWrittenTopologies() {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        node("b", GOOD_KUBELET, GOOD_TOPOLOGY);
        topologies.remove("a");
        topologies.put("gone", topology("gone", GOOD_TOPOLOGY));
        facts.put("b", new TopologyFacts("b", "", "", 2, Optional.empty(), true, List.of("nfd", "rte")));

        assertThat(validate())
                .extracting(found -> found.id() + " " + found.node())
                .containsExactly("V20 a", "V24 b", "V25 gone");
    }

    @Test
    void findsAMachineThatIsNotLikeTheOthersOfItsGroup() {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        node("b", GOOD_KUBELET, GOOD_TOPOLOGY);
        node("c", GOOD_KUBELET, GOOD_TOPOLOGY.replace("capacity: 4", "capacity: 8"));

        assertThat(validate()).singleElement().satisfies(found -> {
            assertThat(found.id()).isEqualTo("V26");
            assertThat(found.node()).isEqualTo("c");
            assertThat(found.detected()).isEqualTo("2 zones with 8+8 CPUs");
        });
    }

    @Test
    void findsASchedulerThatIsNewerThanTheServerOrNotReady() {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        resource = YAML.unmarshal(
                YAML.asYaml(resource).replace("v0.34.7", "v0.36.1").replace("ready: 1", "ready: 0"),
                NUMAResourcesOperator.class);

        assertThat(validate()).extracting(Found::id).containsExactly("V30", "V31");
    }

    @Test
    void repeatsWhatOperatorAndPreflightFound() {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        resource = YAML.unmarshal(
                YAML.asYaml(resource)
                        + "  findings: [{severity: Info, code: KubeletNotWritten, group: hpc, message: read}]\n",
                NUMAResourcesOperator.class);
        reports.put("a", YAML.unmarshal("""
                apiVersion: numaresources.io/v1alpha1
                kind: NUMANode
                metadata: {name: a}
                spec: {group: hpc}
                status: {findings: [{severity: Error, code: SplitCore, message: half a core}, {severity: Warning, code: FromTheFuture, message: new}]}
                """, NUMANode.class));

        assertThat(validate())
                .extracting(found -> found.id() + " " + found.severity().value() + " " + found.message())
                .containsExactlyInAnyOrder(
                        "V04 Info KubeletNotWritten: read",
                        "P06 Error SplitCore: half a core",
                        "FromTheFuture Warning FromTheFuture: new");
        assertThat(validate())
                .filteredOn(found -> found.severity() == Severity.INFO)
                .noneMatch(Found::fails);
    }

    @Test
    void findsADefinitionThatIsNotEstablishedAndTellsOfOldStoredVersions() {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        definition = new Definition(List.of("v1alpha2"), List.of("v1alpha1", "v1alpha2"), false);

        assertThat(validate()).extracting(Found::id).containsExactly("V06", "V07");
        assertThat(validate()).extracting(Found::fails).containsExactly(true, false);
    }

    @Test
    void findsPodsThatAKubeletRejected() {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        rejected.put("a", List.of("x/4", "x/3", "x/2", "x/1"));

        assertThat(validate()).singleElement().satisfies(found -> {
            assertThat(found.id()).isEqualTo("V08");
            assertThat(found.message()).startsWith("a: its kubelet rejected x/1, x/2, x/3 and 1 more for alignment");
        });
    }

    @Test
    void findsTopologiesThatContradictThemselvesOrAreWrittenInTheOldVersion() {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        facts.put(
                "a",
                new TopologyFacts(
                        "a",
                        "",
                        "",
                        2,
                        Optional.empty(),
                        true,
                        List.of("koordlet"),
                        new TopologyFacts.Form(Optional.empty(), Optional.of("two scopes"), List.of("koordlet"), 0)));

        assertThat(validate())
                .extracting(found -> found.id() + " " + found.message())
                .satisfiesExactly(
                        text -> assertThat(text).startsWith("V27 a: two scopes"),
                        text -> assertThat(text)
                                .startsWith("V28 a: its NodeResourceTopology is written in v1alpha1 by koordlet"));
    }

    /** node-feature-discovery #1559: with a cache and without fingerprints a node is never accepted again. */
    @Test
    void findsTopologiesWithoutTheFingerprintThatTheCacheWaitsFor() {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        fingerprinted.clear();
        assertThat(validate()).extracting(Found::id).containsExactly("V29");

        resource = YAML.unmarshal("""
                apiVersion: numaresources.io/v1alpha1
                kind: NUMAResourcesOperator
                metadata: {name: numaresources, generation: 1}
                spec: {scheduler: {enabled: false}, nodeGroups: [{name: hpc, nodeSelector: {matchLabels: {a: b}}}]}
                status: {}
                """, NUMAResourcesOperator.class);
        assertThat(validate()).isEmpty();
    }

    @Test
    void findsUpdatersThatAreNotReady() {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        resource = YAML.unmarshal(
                YAML.asYaml(resource)
                        + "  updater: {daemonSets: [{namespace: numa-system, name: updater-hpc, group: hpc, desired: 2, ready: 1}]}\n",
                NUMAResourcesOperator.class);

        assertThat(validate()).singleElement().satisfies(found -> {
            assertThat(found.id()).isEqualTo("V32");
            assertThat(found.message()).startsWith("updater updater-hpc ready pods is 1, expected 2");
        });
    }

    @ParameterizedTest
    @CsvSource({"Configured, Error", "Drained, Info"})
    void comparesWhatAKubeletRunsWithWhatIsAskedOfItsNode(String phase, String severity) {
        node("a", GOOD_KUBELET, GOOD_TOPOLOGY);
        reports.put("a", report(phase, "{strict-cpu-reservation: 'true'}"));

        assertThat(validate()).singleElement().satisfies(found -> {
            assertThat(found.id()).isEqualTo("V40");
            assertThat(found.severity().value()).isEqualTo(severity);
            assertThat(found.message())
                    .startsWith("a: cpuManagerPolicyOptions.strict-cpu-reservation is absent, wanted true");
        });

        reports.put("a", report(phase, "{}"));
        assertThat(validate()).isEmpty();
    }

    private static NUMANode report(String phase, String options) {
        return YAML.unmarshal(
                """
                apiVersion: numaresources.io/v1alpha1
                kind: NUMANode
                metadata: {name: a}
                spec: {group: hpc, kubelet: %s}
                status: {phase: %s}
                """.formatted(YAML.asJson(fields(GOOD_KUBELET + "cpuManagerPolicyOptions: " + options)), phase),
                NUMANode.class);
    }

    @Test
    void findsAClusterWithoutAnything() {
        var bare = new ClusterState(
                "v1.20.1",
                new Definition(List.of("v1alpha1"), List.of("v1alpha1"), true),
                Optional.empty(),
                List.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Set.of(),
                Map.of(),
                Map.of());

        assertThat(Validation.of(bare)).extracting(Found::id).containsExactly("V01", "V02", "V03", "V05", "V07");
    }

    private List<Found> validate() {
        var judged = new java.util.TreeMap<String, String>();
        kubelets.keySet().forEach(node -> judged.put(node, "hpc"));
        return Validation.of(new ClusterState(
                "v1.34.4",
                definition,
                Optional.of(resource),
                nodes,
                judged,
                kubelets,
                topologies,
                facts,
                fingerprinted,
                reports,
                rejected));
    }

    private void node(String name, String kubelet, String topology) {
        nodes.add(name);
        fingerprinted.add(name);
        kubelets.put(name, new Configuration(fields(kubelet)));
        topologies.put(name, topology(name, topology));
    }

    private static Map<String, Object> fields(String yaml) {
        return YAML.unmarshal(
                new java.io.ByteArrayInputStream(yaml.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                new TypeReference<Map<String, Object>>() {});
    }

    private static PublishedTopology topology(String name, String yaml) {
        return YAML.unmarshal("""
                        apiVersion: topology.node.k8s.io/v1alpha2
                        kind: NodeResourceTopology
                        metadata: {name: %s}
                        """.formatted(name) + yaml, TopologyView.class).published();
    }
}
