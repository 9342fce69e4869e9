package io.numaresources.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.explain.Candidate;
import io.numaresources.explain.NodePlace;
import io.numaresources.explain.PodQuestion;
import io.numaresources.explain.PublishedTopology;
import io.numaresources.explain.PublishedZone;
import io.numaresources.explain.PublishedZone.Cost;
import io.numaresources.explain.PublishedZone.Resource;
import io.numaresources.topology.NumaNode;
import io.numaresources.topology.Scenario;
import io.numaresources.topology.WhatIf;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

/** Whole outputs of commands from made-up clusters. */
class ReportsTest {
    private static final HasMetadata DEPLOYMENT = Codec.OBJECTS.unmarshal("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: shop}
            spec:
              template:
                spec:
                  schedulerName: topo-aware-scheduler
                  containers: [{name: main, resources: {limits: {cpu: 4, memory: 1Gi}}}]
            """);
    private static final List<Candidate> CLUSTER = List.of(
            candidate("node-a", zone(0, 3, 8), zone(1, 8, 8)),
            candidate("node-b", zone(0, 2, 8), zone(1, 1, 8)),
            candidate("node-c", zone(0, 3, 8), zone(1, 1, 8)),
            Candidate.of(place("node-d"), Optional.empty()));

    @Test
    void explainsToPeople() {
        assertThat(explain(CLUSTER, Format.TEXT)).isEqualTo("""
                deployment shop/web: Guaranteed, asks for 4 CPUs, 1Gi of memory, scheduler topo-aware-scheduler
                1 of 4 nodes would admit it, such as node-a: fits in zone 1.

                NODES   KUBELET    SCHEDULER   EXAMPLE   WHY
                2       rejected   rejects     node-c    the pod needs 4 CPUs and 1Gi of memory in one zone; zone 0 lacks 1 CPU, zone 1 lacks 3 CPUs
                1       admitted   passes      node-a    fits in zone 1
                1       unknown    -           node-d    can't tell: no NodeResourceTopology is published
                """);
    }

    @Test
    void explainsWithRemediesWhereNothingFits() {
        assertThat(explain(CLUSTER.subList(1, 3), Format.TEXT))
                .contains(
                        "None of 2 nodes would admit it; the nearest is node-c: ",
                        "it would fit with container main at 3 CPUs.\n");
        assertThat(explain(CLUSTER.subList(1, 3), Format.WIDE)).contains("NAMES", "node-b,node-c");
    }

    @Test
    void explainsToPrograms() throws Exception {
        var tree = Codec.JSON.readTree(explain(CLUSTER.subList(1, 4), Format.JSON));

        assertThat(tree.path("reason").asText()).isEqualTo("no-room");
        assertThat(tree.path("requests").path("cpu").asLong()).isEqualTo(4000);
        assertThat(tree.path("groups").path(0).path("outcome").asText()).isEqualTo("rejected");
        assertThat(tree.path("groups").path(0).path("podReason").asText()).isEqualTo("TopologyAffinityError");
        assertThat(tree.path("groups").path(0).path("nodes").size()).isEqualTo(2);
        assertThat(tree.path("remedies").path(0).asText()).isEqualTo("with container main at 3 CPUs");
        assertThat(tree.path("unreadable").size()).isEqualTo(1);
    }

    @Test
    void countsReplicasThatFit() {
        assertThat(whatIf(2, Format.TEXT)).isEqualTo("""
                deployment shop/web: 2 of 2 replicas fit, and room for 2 is there.

                NODE     GROUP   PODS   NOTE
                node-a   hpc     2
                node-b   -       0
                node-c   -       0
                Not counted: node-d: no NodeResourceTopology is published.
                Largest free zone of group (none): 3 CPUs on node-c, zone 0.
                Largest free zone of group hpc: 8 CPUs on node-a, zone 1.
                Of what is free, 56 % of cpu is of no use to such pods.
                Of what is free, 99 % of memory is of no use to such pods.
                """);
        assertThat(whatIf(3, Format.TEXT)).startsWith("deployment shop/web: 2 of 3 replicas fit.\n");
        assertThat(whatIf(3, Format.YAML)).contains("fits: false", "pods: 2");
    }

    @Test
    void drawsZones() {
        var report = new TopReport(CLUSTER.subList(0, 1), Map.of("node-a", "hpc"));

        assertThat(report.print(Format.TEXT, Ansi.OFF)).isEqualTo("""
                NODE     GROUP   POLICY                 ZONE   CPU                    MEMORY
                node-a   hpc     single-numa-node/pod   0      ■■■■■□□□ 3 of 8 free   □□□□□□□□ 32.0Gi of 32.0Gi free
                                                        1      □□□□□□□□ 8 of 8 free   □□□□□□□□ 32.0Gi of 32.0Gi free
                """);
        assertThat(report.print(Format.WIDE, Ansi.OFF)).contains("1 of example.com/gpu free", "0=10 1=21");
        assertThat(new TopReport(CLUSTER.subList(3, 4), Map.of()).print(Format.TEXT, Ansi.OFF))
                .isEqualTo("Unknown: node-d: no NodeResourceTopology is published.\n");
    }

    @Test
    void tellsTheStatus() {
        NUMAResourcesOperator resource = Codec.OBJECTS.unmarshal("""
                apiVersion: numaresources.io/v1alpha1
                kind: NUMAResourcesOperator
                metadata: {name: numaresources, generation: 3}
                spec: {nodeGroups: [{name: hpc}]}
                status:
                  observedGeneration: 3
                  versions: {operator: 0.1.0, kubernetes: "1.34"}
                  conditions: [{type: Ready, status: "True", reason: AsExpected, message: fine}]
                  nodeGroups: [{name: hpc, nodes: 2, ready: 2, phase: Ready, updater: NodeFeatureDiscovery}]
                  scheduler: {name: topo-aware-scheduler, image: "x:1", replicas: 1, ready: 1}
                  topologies: {nodes: 2, fresh: 2}
                  findings: [{severity: Info, code: KubeletNotWritten, group: hpc, message: read this}]
                """, NUMAResourcesOperator.class);

        assertThat(StatusCommand.text(resource, resource.getStatus(), List.of()))
                .isEqualTo("""
                NUMAResourcesOperator numaresources, operator 0.1.0, Kubernetes 1.34
                Scheduler topo-aware-scheduler: 1 of 1 ready, x:1
                Topologies: 2 published, 0 missing, 0 stale, 0 with two writers

                CONDITION   STATUS   REASON       MESSAGE
                Ready       True     AsExpected   fine

                GROUP   NODES   READY   CONFIGURED   FAILED   PHASE   UPDATER                MESSAGE
                hpc     2       2       0            0        Ready   NodeFeatureDiscovery   -

                FINDING             SEVERITY   GROUP   NODE   MESSAGE
                KubeletNotWritten   Info       hpc     -      read this
                """);
        assertThat(StatusCommand.ready(resource, resource.getStatus())).isTrue();
        resource.getMetadata().setGeneration(4L);
        assertThat(StatusCommand.ready(resource, resource.getStatus()))
                .as("the status is about an older spec")
                .isFalse();
    }

    private static String explain(List<Candidate> cluster, Format format) {
        var subject = Subject.of(DEPLOYMENT).orElseThrow();
        var question = PodQuestion.of(subject.spec());
        return ExplainReport.print(
                List.of(new ExplainReport(subject, question.shape(), question.ask(cluster), Optional.empty())), format);
    }

    private static String whatIf(int replicas, Format format) {
        var subject = Subject.of(DEPLOYMENT).orElseThrow();
        var shape = PodQuestion.of(subject.spec()).shape();
        List<NumaNode> nodes =
                CLUSTER.stream().flatMap(candidate -> candidate.node().stream()).toList();
        return new WhatIfReport(
                        subject,
                        replicas,
                        WhatIf.fit(nodes, shape, new Scenario.Now()),
                        List.of("node-d: no NodeResourceTopology is published"),
                        nodes,
                        Map.of("node-a", "hpc"),
                        shape)
                .print(format);
    }

    private static Candidate candidate(String name, PublishedZone... zones) {
        return Candidate.of(
                place(name),
                Optional.of(PublishedTopology.read(
                        name,
                        Map.of("topologyManagerPolicy", "single-numa-node", "topologyManagerScope", "pod"),
                        null,
                        List.of(zones))));
    }

    private static PublishedZone zone(int id, int free, int all) {
        return new PublishedZone(
                "node-" + id,
                "Node",
                List.of(new Cost("node-0", id == 0 ? 10 : 21), new Cost("node-1", id == 0 ? 21 : 10)),
                List.of(
                        new Resource("cpu", all, all, free),
                        new Resource("memory", "32Gi", "32Gi", "32Gi"),
                        new Resource("example.com/gpu", 1, 1, 1)));
    }

    private static NodePlace place(String name) {
        return new NodePlace(name, Map.of(), true, false, List.of());
    }
}
