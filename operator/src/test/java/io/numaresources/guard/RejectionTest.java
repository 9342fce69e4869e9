package io.numaresources.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RejectionTest {
    /** As a kubelet 1.34 writes it. */
    private static final String REJECTED = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: api-7-x
              namespace: web
              uid: u1
              resourceVersion: "42"
              creationTimestamp: "2026-11-30T12:00:00Z"
              ownerReferences:
              - {apiVersion: example.com/v1, kind: Watcher, name: other, uid: o2}
              - {apiVersion: apps/v1, kind: ReplicaSet, name: api-7, uid: o1, controller: true}
              managedFields:
              - {manager: kube-controller-manager, operation: Update, time: "2026-11-30T12:00:00Z"}
              - {manager: kubelet, operation: Update, subresource: status, time: "2026-11-30T12:00:05Z"}
            spec:
              nodeName: node-1
              schedulerName: default-scheduler
              containers: [{name: main}]
            status:
              phase: Failed
              reason: TopologyAffinityError
              message: 'Pod was rejected: Resources cannot be allocated with Topology locality'
              startTime: "2026-11-29T12:00:00Z"
            """;

    @Test
    void readsOwnerCauseAndTheVersionThatWasJudged() {
        assertThat(Rejection.of(pod(REJECTED)))
                .contains(new Rejection(
                        new Owner("apps/v1", "ReplicaSet", "web", "api-7", "o1"),
                        "api-7-x",
                        "u1",
                        "42",
                        "node-1",
                        "default-scheduler",
                        RejectionCause.TOPOLOGY_AFFINITY,
                        Instant.parse("2026-11-30T12:00:05Z"),
                        false));
    }

    /** Jobs' controller counts a failed pod before it takes its finalizer away. */
    @Test
    void aPodWithFinalizersIsHeld() {
        var pod = pod(REJECTED);
        pod.getMetadata().getFinalizers().add("batch.kubernetes.io/job-tracking");

        assertThat(Rejection.of(pod))
                .hasValueSatisfying(rejection -> assertThat(rejection.held()).isTrue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "phase: Failed                   | phase: Running",
                "phase: Failed                   | phase: Succeeded",
                "controller: true                | controller: false",
                "reason: TopologyAffinityError   | reason: Evicted",
                "reason: TopologyAffinityError   | reason: OutOfcpu",
                "reason: TopologyAffinityError   | reason: NodeAffinity",
                "reason: TopologyAffinityError   | reason: topologyaffinityerror",
                "reason: TopologyAffinityError   | reason: null",
                "nodeName: node-1                | nodeName: null",
                "uid: u1                         | deletionTimestamp: '2026-11-30T12:01:00Z'",
                "name: api-7, uid: o1, controller: true | name: api-7, uid: o1",
            })
    void isNothingElse(String part, String instead) {
        assertThat(Rejection.of(pod(REJECTED.replace(part, instead)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "null",
            value = {
                "TopologyAffinityError | null | TOPOLOGY_AFFINITY",
                "SMTAlignmentError | SMT Alignment Error: requested 3 cpus not multiple cpus per core = 2 | SMT_ALIGNMENT",
                "EmptyPodSharedPoolError | pod rejected, sum of exclusive container cpu requests equals pod budget | EMPTY_SHARED_POOL",
                "UnexpectedAdmissionError | Pod was rejected: Allocate failed due to not enough cpus available to satisfy request: requested=3, available=2, which is unexpected | ALLOCATION",
                "UnexpectedAdmissionError | Allocate failed due to [memorymanager] failed to find the default preferred hint, which is unexpected | ALLOCATION",
                "UnexpectedAdmissionError | Allocate failed due to no healthy devices present; cannot allocate unhealthy devices x.com/gpu, which is unexpected | null",
                "UnexpectedAdmissionError | Allocate failed due to requested number of devices unavailable for x.com/gpu. Requested: 2, Available: 1, which is unexpected | null",
                "UnexpectedAdmissionError | null | null",
                "OutOfmemory | Node didn't have enough resource: memory | null",
                "null | null | null",
            })
    void theCauseIsCertainOrNone(String reason, String message, RejectionCause cause) {
        assertThat(RejectionCause.of(reason, message).orElse(null)).isEqualTo(cause);
    }

    private static Pod pod(String yaml) {
        return Serialization.unmarshal(yaml, Pod.class);
    }
}
