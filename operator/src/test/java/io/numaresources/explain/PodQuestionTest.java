package io.numaresources.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.topology.ClusterExplanation.Outcome;
import io.numaresources.topology.Qos;
import io.numaresources.topology.Resources;
import io.numaresources.topology.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodQuestionTest {

    @Test
    void groupsNodesAndNamesTheNearest() {
        var answer = ask(
                guaranteed(4),
                candidate("a", "cpu=3/8", "cpu=2/8"),
                candidate("b", "cpu=1/8", "cpu=1/8"),
                candidate("c", "cpu=2/2", "cpu=2/2"));

        assertThat(answer.reason()).isEqualTo(PodAnswer.Reason.NO_ROOM);
        assertThat(answer.count(Outcome.REJECTED)).isEqualTo(2);
        assertThat(answer.count(Outcome.NEVER)).isEqualTo(1);
        assertThat(answer.sentence())
                .isEqualTo(
                        "none of 3 nodes would admit it; the nearest is a: the pod needs 4 CPUs and 1Gi of memory in one zone;"
                                + " zone 0 lacks 1 CPU, zone 1 lacks 2 CPUs; it would fit with container main at 3 CPUs; on 1 node it can never fit");
    }

    @Test
    void saysThatItFits() {
        var answer = ask(guaranteed(4), candidate("a", "cpu=2/8", "cpu=8/8"), candidate("b", "cpu=1/8"));

        assertThat(answer.reason()).isEqualTo(PodAnswer.Reason.FITS);
        assertThat(answer.sentence()).isEqualTo("1 of 2 nodes would admit it, such as a: fits in zone 1");
        assertThat(answer.nearest()).isEmpty();
    }

    @Test
    void isUnknownRatherThanNeverWhereANodeCanNotBeRead() {
        var answer = ask(
                guaranteed(4),
                candidate("a", "cpu=2/2"),
                Candidate.of(place("b", true), Optional.empty()),
                Candidate.of(place("c", false), Optional.of(topology("c", "cpu=8/8"))));

        assertThat(answer.reason()).isEqualTo(PodAnswer.Reason.UNKNOWN);
        assertThat(answer.unreadable())
                .containsOnlyKeys(
                        "no NodeResourceTopology is published",
                        "the node isn't ready, so that what it published may be old");
        assertThat(answer.sentence()).startsWith("can't tell of any of 3 nodes: no NodeResourceTopology is published");
    }

    @Test
    void asksOnlyNodesThatThePodMayGoTo() {
        var pod = pod("""
                spec:
                  nodeSelector: {pool: hpc}
                  containers: [{name: main}]
                """);
        var answer = ask(pod, candidate("a", "cpu=8/8"));

        assertThat(answer.reason()).isEqualTo(PodAnswer.Reason.NO_NODE);
        assertThat(answer.sentence()).isEqualTo("it may go to no node: 1 node not selected by nodeSelector");
    }

    @Test
    void countsALimitAsARequestAndASidecarAsRunning() {
        var shape = PodShapes.of(pod("""
                spec:
                  overhead: {cpu: 250m}
                  initContainers:
                  - {name: proxy, restartPolicy: Always, resources: {limits: {cpu: 1, memory: 1Gi}}}
                  - {name: setup, resources: {limits: {cpu: 1, memory: 1Gi}}}
                  containers:
                  - {name: main, resources: {limits: {cpu: "2", memory: 1Gi, example.com/gpu: 1}, requests: {cpu: 2}}}
                """).getSpec());

        assertThat(shape.qos()).isEqualTo(Qos.GUARANTEED);
        assertThat(shape.initContainers()).extracting(c -> c.sidecar()).containsExactly(true, false);
        assertThat(shape.requests().amounts())
                .isEqualTo(Map.of("cpu", 3250L, "memory", 2L << 30, "example.com/gpu", 1L));
    }

    @Test
    void readsPodLevelResources() {
        var shape = PodShapes.of(pod("""
                spec:
                  resources: {limits: {cpu: 4, memory: 4Gi}}
                  containers: [{name: main}]
                """).getSpec());

        assertThat(shape.qos()).isEqualTo(Qos.GUARANTEED);
        assertThat(shape.requests().get("cpu")).isEqualTo(4000);
    }

    @Test
    void countsPodsThatAreThereAgainstTheTotalsOfANode() {
        var node = Serialization.unmarshal("""
                apiVersion: v1
                kind: Node
                metadata: {name: a}
                status:
                  allocatable: {cpu: "8", memory: 32Gi, pods: "2"}
                  conditions: [{type: Ready, status: "True"}]
                """, Node.class);
        var details = NodeDetails.of(
                node,
                List.of(running("one", "Running"), running("two", "Pending"), running("done", "Succeeded")),
                Optional.empty());
        var candidate = Candidate.of(NodePlace.of(node), Optional.of(topology("a", "cpu=8/8")), details);

        var numa = candidate.node().orElseThrow();
        assertThat(numa.free().get("cpu")).isEqualTo(6000);
        assertThat(numa.free().get("pods")).isZero();
        var explanation = new PodQuestion(
                        PodShapes.of(guaranteed(1).getSpec()),
                        PodPlacement.of(guaranteed(1).getSpec()))
                .askOn(candidate)
                .orElseThrow();
        assertThat(explanation.kubelet())
                .isInstanceOfSatisfying(
                        Verdict.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(Verdict.Reason.NODE_TOTAL));
    }

    @Test
    void knowsWholeCoresOfANodeThatItsAgentReported() {
        var report = Serialization.unmarshal("""
                apiVersion: numaresources.io/v1alpha1
                kind: NUMANode
                metadata: {name: a}
                spec:
                  group: hpc
                  kubelet: {cpuManagerPolicy: static, cpuManagerPolicyOptions: {full-pcpus-only: "true"}, memoryManagerPolicy: Static}
                status:
                  configured: true
                  hardware: {sockets: 1, cores: 8, threads: 16}
                """, NUMANode.class);
        var candidate = Candidate.of(
                place("a", true),
                Optional.of(topology("a", "cpu=8/8", "cpu=8/8")),
                new NodeDetails(Resources.NONE, List.of(), Optional.of(report)));

        assertThat(PodQuestion.of(guaranteed(3).getSpec())
                        .ask(List.of(candidate))
                        .sentence())
                .contains("full-pcpus-only wants multiples of 2", "with whole cores: container main at 4 CPUs");
    }

    @Test
    void doesNotTellWhereAnEndedInitContainerHoldsCpusThatAreNotPublished() {
        var larger = pod("""
                spec:
                  initContainers: [{name: prepare, resources: {limits: {cpu: 3, memory: 1Gi}}}]
                  containers: [{name: main, resources: {limits: {cpu: 1, memory: 1Gi}}}]
                """);
        var node = Serialization.unmarshal("""
                apiVersion: v1
                kind: Node
                metadata: {name: a}
                status: {allocatable: {cpu: "8", memory: 32Gi, pods: "9"}, conditions: [{type: Ready, status: "True"}]}
                """, Node.class);
        var details = NodeDetails.of(node, List.of(larger), Optional.empty());
        var candidate = Candidate.of(NodePlace.of(node), Optional.of(topology("a", "cpu=3/4", "cpu=1/4")), details);

        assertThat(ask(guaranteed(3), candidate).sentence())
                .contains("it depends on the zones in which ended init containers");
        assertThat(ask(guaranteed(1), candidate).reason()).isEqualTo(PodAnswer.Reason.FITS);
    }

    @Test
    void namesThePodWhoseLeavingMakesRoomByWhatItsNodePublishes() {
        var node = Serialization.unmarshal("""
                apiVersion: v1
                kind: Node
                metadata: {name: a}
                status: {allocatable: {cpu: "8", memory: 64Gi, pods: "9"}, conditions: [{type: Ready, status: "True"}]}
                """, Node.class);
        var topology = PublishedTopology.read(
                "a",
                Map.of("topologyManagerPolicy", "single-numa-node", "topologyManagerScope", "pod"),
                null,
                List.of(zone("node-0", "1", "31Gi"), zone("node-1", "2", "31Gi")));
        var large = guaranteed(3);
        large.getMetadata().setName("large");
        var details = NodeDetails.of(node, List.of(large, guaranteed(2)), Optional.empty());

        assertThat(ask(guaranteed(3), Candidate.of(NodePlace.of(node), Optional.of(topology), details))
                        .sentence())
                .contains("if shop/web left");
    }

    private static PublishedZone zone(String name, String cpus, String memory) {
        return new PublishedZone(
                name,
                "Node",
                List.of(),
                List.of(
                        new PublishedZone.Resource("cpu", "4", "4", cpus),
                        new PublishedZone.Resource("memory", "32Gi", "32Gi", memory)));
    }

    private static Pod running(String name, String phase) {
        return pod("""
                status: {phase: %s}
                spec:
                  containers: [{name: main, resources: {requests: {cpu: 1}}}]
                """.formatted(phase));
    }

    private static PodAnswer ask(Pod pod, Candidate... candidates) {
        return PodQuestion.of(pod.getSpec()).ask(List.of(candidates));
    }

    static Pod guaranteed(int cpus) {
        return pod("""
                spec:
                  containers: [{name: main, resources: {limits: {cpu: %d, memory: 1Gi}}}]
                """.formatted(cpus));
    }

    static Pod pod(String yaml) {
        return Serialization.unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: {name: web, namespace: shop}
                """ + yaml, Pod.class);
    }

    static Candidate candidate(String name, String... zones) {
        return Candidate.of(place(name, true), Optional.of(topology(name, zones)));
    }

    static NodePlace place(String name, boolean ready) {
        return new NodePlace(name, Map.of(), ready, false, List.of());
    }

    /** Zones with free of allocatable CPUs and ample memory. */
    static PublishedTopology topology(String name, String... zones) {
        var list = new java.util.ArrayList<PublishedZone>();
        for (String zone : zones) {
            var cpus = zone.substring("cpu=".length()).split("/");
            list.add(new PublishedZone(
                    "node-" + list.size(),
                    "Node",
                    List.of(),
                    List.of(
                            new PublishedZone.Resource("cpu", cpus[1], cpus[1], cpus[0]),
                            new PublishedZone.Resource("memory", "32Gi", "32Gi", "32Gi"))));
        }
        return PublishedTopology.read(
                name, Map.of("topologyManagerPolicy", "single-numa-node", "topologyManagerScope", "pod"), null, list);
    }
}
