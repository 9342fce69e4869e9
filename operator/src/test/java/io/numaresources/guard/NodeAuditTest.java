package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.finding.FindingCode;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeAuditTest {
    private static final Set<String> OURS = Set.of("topo-aware-scheduler");
    private static final String WHOLE = "{cpu: 2, memory: 1Gi}";

    @Test
    void aNodeWhoseFingerprintIsThatOfItsPodsIsWell() {
        var pods = List.of(pod("a", "topo-aware-scheduler", WHOLE, WHOLE), pod("b", "x", "{cpu: 100m}", "{}"));

        assertThat(audit(fingerprint(pods), "").suspicions(pods)).isEmpty();
    }

    @Test
    void aMissingPodIsAMismatch() {
        var pods = List.of(pod("a", "topo-aware-scheduler", WHOLE, WHOLE), pod("b", "x", "{cpu: 100m}", "{}"));

        assertThat(audit(fingerprint(pods.subList(0, 1)), "").suspicions(pods))
                .singleElement()
                .satisfies(suspicion -> {
                    assertThat(suspicion.code()).isEqualTo(FindingCode.FINGERPRINT_MISMATCH);
                    assertThat(suspicion.node()).isEqualTo("node-1");
                    assertThat(suspicion.detail()).contains(fingerprint(pods.subList(0, 1)));
                });
    }

    /** kubernetes #132020, scheduler-plugins #598: kubelets before 1.34 also tell of pods that ended. */
    @Test
    void podsThatEndedCountForOlderKubelets() {
        var ended = pod("job", "topo-aware-scheduler", WHOLE, WHOLE);
        ended.getStatus().setPhase("Succeeded");
        var pods = List.of(ended, pod("a", "topo-aware-scheduler", WHOLE, WHOLE));
        var running = fingerprint(pods.subList(1, 2));

        assertThat(new NodeAudit("node-1", "hpc", running, "", true, false, OURS).suspicions(pods))
                .isEmpty();
        assertThat(new NodeAudit("node-1", "hpc", fingerprint(pods), "", false, false, OURS).suspicions(pods))
                .isEmpty();
        assertThat(new NodeAudit("node-1", "hpc", running, "", false, false, OURS).suspicions(pods))
                .hasSize(1);
    }

    @Test
    void theExportersMethodCountsPodsWithResourcesOfTheirOwn() {
        var own = pod("a", "topo-aware-scheduler", WHOLE, WHOLE);
        var pods = List.of(own, pod("shared", "x", "{cpu: 100m}", "{}"));

        assertThat(audit(fingerprint(List.of(own)), "with-exclusive-resources").suspicions(pods))
                .isEmpty();
        assertThat(audit(fingerprint(pods), "with-exclusive-resources").suspicions(pods))
                .hasSize(1);
    }

    /** scheduler-plugins v0.34.7 resourcerequests.AreExclusiveForPod. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{cpu: 2, memory: 1Gi} | {cpu: 2, memory: 1Gi} | true",
                "{cpu: 1500m, memory: 1Gi} | {cpu: 1500m, memory: 1Gi} | true",
                "{cpu: 2, memory: 1Gi} | {cpu: 3, memory: 1Gi} | false",
                "{cpu: 100m} | {} | false",
                "{} | {} | false",
                "{example.com/gpu: 1} | {example.com/gpu: 1} | true",
            })
    void exclusiveIsWhatThePluginTakesForIt(String requests, String limits, boolean exclusive) {
        assertThat(PodOnNode.of(pod("a", "x", requests, limits)).exclusive()).isEqualTo(exclusive);
    }

    /** scheduler-plugins #447. */
    @Test
    void anotherSchedulerThatPlacesPodsWithCpusOfTheirOwnIsFound() {
        var foreign = pod("foreign", "default-scheduler", WHOLE, WHOLE);

        assertThat(foreign(foreign)).containsExactly("default-scheduler placed pods with CPUs of their own there");
        assertThat(foreign(pod("ours", "topo-aware-scheduler", WHOLE, WHOLE))).isEmpty();
        assertThat(foreign(pod("burstable", "default-scheduler", WHOLE, "{cpu: 4, memory: 2Gi}")))
                .isEmpty();
        assertThat(foreign(
                        pod("fraction", "default-scheduler", "{cpu: 1500m, memory: 1Gi}", "{cpu: 1500m, memory: 1Gi}")))
                .isEmpty();
        foreign.getStatus().setPhase("Failed");
        assertThat(foreign(foreign)).isEmpty();
        var fixed = pod("static", "default-scheduler", WHOLE, WHOLE);
        fixed.getMetadata().getAnnotations().put("kubernetes.io/config.mirror", "x");
        assertThat(foreign(fixed)).isEmpty();
    }

    @Test
    void withoutASchedulerOfOursNoneIsForeign() {
        var pods = List.of(pod("foreign", "default-scheduler", WHOLE, WHOLE));

        assertThat(new NodeAudit("node-1", "hpc", fingerprint(pods), "", true, false, Set.of()).suspicions(pods))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ghcr.io/containers/nri-plugins/nri-resource-policy-balloons:v0.9, true, true",
        "ghcr.io/containers/nri-plugins/nri-resource-policy-topology-aware:v0.9, true, true",
        "registry.k8s.io/dra-driver-cpu/dra-driver-cpu:v0.1, true, true",
        "registry.k8s.io/dra-driver-cpu/dra-driver-cpu:v0.1, false, false",
        "ghcr.io/containers/nri-plugins/nri-memory-qos:v0.9, true, false",
    })
    void twoThatGiveOutCpusAreFound(String image, boolean staticCpus, boolean found) {
        var plugin = pod("plugin", "topo-aware-scheduler", "{cpu: 100m}", "{}");
        plugin.getSpec().getContainers().getFirst().setImage(image);
        var pods = List.of(plugin);

        var suspicions = new NodeAudit("node-1", "hpc", fingerprint(pods), "", true, staticCpus, OURS).suspicions(pods);
        assertThat(suspicions.stream().anyMatch(one -> one.code() == FindingCode.TWO_CPU_ALLOCATORS))
                .isEqualTo(found);
    }

    private static List<String> foreign(Pod pod) {
        return audit("", "").suspicions(List.of(pod)).stream()
                .filter(suspicion -> suspicion.code() == FindingCode.FOREIGN_EXCLUSIVE_PODS)
                .map(Suspicion::detail)
                .toList();
    }

    private static NodeAudit audit(String fingerprint, String method) {
        return new NodeAudit("node-1", "hpc", fingerprint, method, true, false, OURS);
    }

    private static String fingerprint(List<Pod> pods) {
        return PodFingerprint.of(pods.stream().map(PodOnNode::of).toList());
    }

    private static Pod pod(String name, String scheduler, String requests, String limits) {
        return Serialization.unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: web, annotations: {x: y}}
                spec:
                  schedulerName: %s
                  containers:
                  - {name: main, image: "pause:1", resources: {requests: %s, limits: %s}}
                status: {phase: Running}
                """.formatted(name, scheduler, requests, limits), Pod.class);
    }
}
