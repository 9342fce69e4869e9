package io.numaresources.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.platform.TopologyView;
import io.numaresources.platform.TopologyViewList;
import io.numaresources.testbed.junit.NumaTestbed;
import io.numaresources.testbed.machine.NumaMachines;
import io.numaresources.testbed.operator.OperatorProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Verdicts against real kubelets: what {@code kubectl numa explain} would say from the objects of the cluster, as the real updater writes them, and what
 * the kubelet then does. One machine has scope container, the other scope pod. Stands alone: the kubelets are configured by hand. {@code -Dadmissions.pods}
 * and {@code -Dadmissions.seed} make longer and other runs.
 */
@NumaTestbed
@Order(7)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdmissionsE2E {
    private static final int PODS = Integer.getInteger("admissions.pods", 200);
    private static final long SEED = Long.getLong("admissions.seed", 1);
    private static final String OBSERVED = """
            apiVersion: numaresources.io/v1alpha1
            kind: NUMAResourcesOperator
            metadata: {name: numaresources}
            spec:
              nodeGroups:
              - name: hpc
                nodeSelector: {matchLabels: {node-role.kubernetes.io/hpc: ""}}
              updater: {refresh: {period: 1s}}
              scheduler: {enabled: false}
            """;

    private KubernetesClient client;
    private List<StaticKubelet> kubelets;
    private List<AskedMachine> asked;
    private OperatorProcess operator;

    @BeforeAll
    void configure(NumaMachines machines) {
        client = machines.plane().client();
        var cluster = new Cluster(machines);
        client.pods().inNamespace(Pods.NAMESPACE).withGracePeriod(0).delete();
        kubelets = cluster.machines().stream()
                .map(machine -> new StaticKubelet(client, cluster, machine))
                .toList();
        var scopes = List.of("container", "pod");
        for (int i = 0; i < scopes.size(); i++) {
            kubelets.get(i).align(scopes.get(i));
        }
        OperatorImage.install(machines.plane(), 0);
        operator = OperatorProcess.start(machines.plane());
        operator.awaitReady();
        cluster.machines().forEach(cluster::joinGroup);
        client.resource(client.getKubernetesSerialization().unmarshal(OBSERVED, NUMAResourcesOperator.class))
                .createOr(existing -> existing.update());
        asked = new ArrayList<>();
        for (int i = 0; i < scopes.size(); i++) {
            asked.add(new AskedMachine(client, cluster.machines().get(i).name(), scopes.get(i), SEED + i));
        }
        forgetWhatWasPublished();
    }

    /** An updater that was there before has read what its kubelet ran then; what it published would be taken for what is so now. */
    private void forgetWhatWasPublished() {
        var pods = client.pods().inNamespace(OperatorProcess.NAMESPACE);
        var former = uids(pods.list().getItems());
        pods.withGracePeriod(1).delete();
        Cluster.eventually()
                .until(() -> Collections.disjoint(former, uids(pods.list().getItems())));
        client.resources(TopologyView.class, TopologyViewList.class).delete();
    }

    private static Set<String> uids(List<Pod> pods) {
        return pods.stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
    }

    @AfterAll
    void restore() {
        client.pods().inNamespace(Pods.NAMESPACE).withGracePeriod(0).delete();
        operator.close();
        kubelets.forEach(StaticKubelet::restore);
    }

    @Test
    void noDefiniteVerdictIsContradictedByAKubelet() throws Exception {
        var judged = new ArrayList<Judged>();
        long start = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = asked.stream()
                    .map(machine -> threads.submit(() -> machine.judge(PODS / asked.size())))
                    .toList();
            for (var one : running) {
                judged.addAll(one.get());
            }
        }

        var seen = judged.stream().collect(Collectors.groupingBy(Judged::kind, TreeMap::new, Collectors.counting()));
        System.out.printf(
                "admissions: %d pods in %d s, seed %d: %s%n",
                judged.size(), Duration.ofNanos(System.nanoTime() - start).toSeconds(), SEED, seen);
        assertThat(judged).hasSize(PODS);
        assertThat(judged).allMatch(Judged::agrees);
        assertThat(judged.stream().filter(one -> one.kind().startsWith("unknown")))
                .as("verdicts that tell nothing")
                .hasSizeLessThan(PODS / 8);
        assertThat(judged.stream().filter(Judged::admitted)).as("admitted").hasSizeGreaterThan(PODS / 5);
        assertThat(judged.stream().filter(one -> one.reason().equals("TopologyAffinityError")))
                .as("refused for topology")
                .hasSizeGreaterThan(PODS / 10);
    }
}
