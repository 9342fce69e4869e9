package io.numaresources.openshift;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.ForeignPods;
import io.numaresources.api.v1alpha1.LogLevel;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.api.v1alpha1.PodExclude;
import io.numaresources.api.v1alpha1.PodsFingerprinting;
import io.numaresources.api.v1alpha1.PreemptionMode;
import io.numaresources.api.v1alpha1.RefreshMode;
import io.numaresources.api.v1alpha1.UpdaterType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the resources of nodetopology.openshift.io can say can be said here. */
class MigrationTest {
    private static final String OPERATOR = """
            apiVersion: nodetopology.openshift.io/v1
            kind: NUMAResourcesOperator
            metadata:
              name: numaresourcesoperator
              annotations: {config.numa-operator.openshift.io/nrt-api-definition: cluster}
            spec:
              logLevel: Debug
              podExcludes: [{namespace: "batch-*", name: "*"}]
              nodeGroups:
              - poolName: numa
                config:
                  podsFingerprinting: Enabled
                  infoRefreshMode: PeriodicAndEvents
                  infoRefreshPeriod: 20s
                  infoRefreshPause: Enabled
                  tolerations: [{key: dedicated, operator: Exists, effect: NoSchedule}]
              - machineConfigPoolSelector: {matchLabels: {pools.operator.machineconfiguration.openshift.io/worker: ""}}
            """;
    private static final String SCHEDULER = """
            apiVersion: nodetopology.openshift.io/v1
            kind: NUMAResourcesScheduler
            metadata:
              name: numaresourcesscheduler
              annotations: {config.numa-operator.openshift.io/scheduler-qos-request: guaranteed}
            spec:
              imageSpec: registry.example.com/noderesourcetopology-scheduler@sha256:abc
              schedulerName: numa
              logLevel: Trace
              cacheResyncPeriod: 10s
              cacheResyncDetection: Aggressive
              schedulerInformer: Shared
              scoringStrategy: {type: BalancedAllocation, resources: [{name: cpu, weight: 2}]}
              preemptionMode: Enabled
              replicas: 2
            """;

    private static GenericKubernetesResource object(String yaml) {
        return Cluster.object(yaml);
    }

    private static NUMAResourcesOperator read(Migration migration) {
        return Serialization.unmarshal(Serialization.asYaml(migration.resource()), NUMAResourcesOperator.class);
    }

    @Test
    void losesNothing() {
        var spec = read(Migration.of(object(OPERATOR), Optional.of(object(SCHEDULER)), new PoolNodes(List.of()), false))
                .getSpec();

        assertThat(spec.unknownValues()).isEmpty();
        assertThat(spec.nodeGroups()).extracting(NodeGroup::machineConfigPool).containsExactly("numa", "worker");
        assertThat(spec.nodeGroups()).extracting(NodeGroup::kubelet).containsOnlyNulls();
        var first = spec.nodeGroups().getFirst().updater();
        assertThat(first.podsFingerprinting()).isEqualTo(PodsFingerprinting.ALL);
        assertThat(first.refresh().mode()).isEqualTo(RefreshMode.PERIODIC_AND_EVENTS);
        assertThat(first.refresh().period()).isEqualTo("20s");
        assertThat(first.refresh().paused()).isTrue();
        assertThat(first.tolerations())
                .singleElement()
                .satisfies(one -> assertThat(one.getKey()).isEqualTo("dedicated"));
        var second = spec.nodeGroups().getLast().updater();
        // defaults of the former are not ours, so they are written out
        assertThat(second.podsFingerprinting()).isEqualTo(PodsFingerprinting.EXCLUSIVE_RESOURCES);
        assertThat(second.refresh().mode()).isEqualTo(RefreshMode.PERIODIC);
        assertThat(spec.updater().type()).isEqualTo(UpdaterType.RESOURCE_TOPOLOGY_EXPORTER);
        assertThat(spec.updater().logLevel()).isEqualTo(LogLevel.DEBUG);
        assertThat(spec.updater().exclude().pods()).containsExactly(new PodExclude("batch-*", "*"));
        assertThat(spec.topologyCRD().management()).hasToString("Unmanaged");
        var scheduler = spec.scheduler();
        assertThat(scheduler.name()).isEqualTo("numa");
        assertThat(scheduler.cacheResyncPeriod()).isEqualTo("10s");
        assertThat(scheduler.foreignPods()).isEqualTo(ForeignPods.ALL);
        assertThat(scheduler.informer()).hasToString("Shared");
        assertThat(scheduler.scoringStrategy().type()).hasToString("BalancedAllocation");
        assertThat(scheduler.preemption()).isEqualTo(PreemptionMode.NUMAAWARE);
        assertThat(scheduler.replicas()).isEqualTo(2);
        assertThat(scheduler.resources().getLimits()).containsKey("memory");
    }

    @Test
    void saysWhatIsDifferent() {
        var migration = Migration.of(object(OPERATOR), Optional.of(object(SCHEDULER)), new PoolNodes(List.of()), false);

        assertThat(String.join("\n", migration.notes()))
                .contains("scheduler image registry.example.com/")
                .contains("pool worker is taken from the label of a selector")
                .contains("kubelets are only observed");
    }

    @Test
    void poolsThatAreKnownAreNamedBySelector() {
        var pools = new Cluster().poolNodes();

        var spec = read(Migration.of(object(OPERATOR), Optional.empty(), pools, false))
                .getSpec();

        assertThat(spec.nodeGroups()).extracting(NodeGroup::machineConfigPool).containsExactly("numa", "worker");
        assertThat(spec.scheduler().enabled()).isFalse();
    }

    @Test
    void poolsOfAHostedClusterAreLabelsOfNodePools() {
        var hosted = object(OPERATOR.replaceAll("(?s)- machineConfigPoolSelector.*", ""));

        var group = read(Migration.of(hosted, Optional.empty(), new PoolNodes(List.of()), true))
                .getSpec()
                .nodeGroups()
                .getFirst();

        assertThat(group.nodeSelector().getMatchLabels()).containsEntry("hypershift.openshift.io/nodePool", "numa");
    }

    @Test
    void bothAtOnceAreAConflict() {
        assertThat(Peer.conflicts(List.of(object(OPERATOR)), List.of(object(SCHEDULER)), Optional.of("numa")))
                .extracting(finding -> finding.code())
                .containsExactly("PeerOperator", "PeerScheduler");
        assertThat(Peer.conflicts(List.of(), List.of(object(SCHEDULER)), Optional.of("topo-aware-scheduler")))
                .isEmpty();
    }
}
