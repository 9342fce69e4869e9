package io.numaresources.openshift;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.openshift.StoredConfig.Rendered;
import org.junit.jupiter.api.Test;

class StoredConfigTest {
    private static StoredConfig with(int generation, int observed, String conditions) {
        return StoredConfig.of(Cluster.object("""
                apiVersion: machineconfiguration.openshift.io/v1
                kind: KubeletConfig
                metadata: {name: numaresources-numa, generation: %d}
                spec: {machineConfigPoolSelector: {}}
                status: {observedGeneration: %d, conditions: %s}
                """.formatted(generation, observed, conditions)));
    }

    /** machine-config-operator up to 4.22: Failure has status False. */
    @Test
    void theLastConditionOfTheOldStyleCountsByItsType() {
        assertThat(with(
                                2,
                                2,
                                "[{type: Failure, status: 'False', message: 'Error: x'}, {type: Success, status: 'True'}]")
                        .rendered())
                .isInstanceOf(Rendered.Accepted.class);
        assertThat(with(
                                2,
                                2,
                                "[{type: Success, status: 'True'}, {type: Failure, status: 'False', message: 'Error: x'}]")
                        .rendered())
                .isEqualTo(new Rendered.Refused("Error: x"));
    }

    /** machine-config-operator from 5.0 on: the legacy Failure comes last and is True. */
    @Test
    void acceptedCountsByItsStatusWhateverComesAfterIt() {
        assertThat(with(2, 2, "[{type: Accepted, status: 'True'}, {type: Success, status: 'True'}]")
                        .rendered())
                .isInstanceOf(Rendered.Accepted.class);
        assertThat(with(
                                2,
                                2,
                                "[{type: Accepted, status: 'False', message: no}, {type: Failure, status: 'True', message: no}]")
                        .rendered())
                .isEqualTo(new Rendered.Refused("no"));
    }

    @Test
    void conditionsOfAnEarlierGenerationSayNothing() {
        assertThat(with(3, 2, "[{type: Success, status: 'True'}]").rendered()).isInstanceOf(Rendered.Pending.class);
        assertThat(with(1, 1, "[]").rendered()).isInstanceOf(Rendered.Pending.class);
    }

    /** An empty selector of a KubeletConfig matches no pool, unlike one of Kubernetes. */
    @Test
    void anEmptySelectorSelectsNoPool() {
        assertThat(with(1, 1, "[]").selects(new Cluster().numa())).isFalse();
    }

    @Test
    void findsItsMachineConfigByTheSuffixThatItWasGiven() {
        var plain = with(1, 1, "[]");
        var second = StoredConfig.of(Cluster.object("""
                apiVersion: machineconfiguration.openshift.io/v1
                kind: KubeletConfig
                metadata: {name: a, annotations: {machineconfiguration.openshift.io/mc-name-suffix: "1"}}
                spec: {}
                """));

        assertThat(plain.within(new Cluster().numa())).isTrue();
        assertThat(second.within(new Cluster().numa())).isFalse();
    }
}
