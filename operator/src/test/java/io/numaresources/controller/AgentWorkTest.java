package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.api.v1alpha1.NUMANodeStatus;
import io.numaresources.api.v1alpha1.NodeAction;
import io.numaresources.fleet.Reported;
import io.numaresources.rollout.Phase;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentWorkTest {
    private static NodeAction granted(Phase phase, String revision, boolean backedUp) {
        var node = new NUMANode();
        node.setMetadata(new ObjectMetaBuilder().withName("a").build());
        node.setSpec(new NUMANodeSpec("hpc", null, null, revision, null, null));
        node.setStatus(Serialization.unmarshal(
                "phase: %s\ntransitions: %s"
                        .formatted(phase.value(), backedUp ? "{BackedUp: \"2026-11-30T12:00:00Z\"}" : "{}"),
                NUMANodeStatus.class));
        try (var unconnected = new KubernetesClientBuilder().build()) {
            var fleet = new Fleet(Clock.systemUTC());
            var writer = new NodeWriter(unconnected, fleet, Clock.systemUTC());
            return new AgentWork(unconnected, writer, new OwnPod(unconnected, new Settings()), Clock.systemUTC())
                    .granted(new Reported(node));
        }
    }

    private record Settings() implements OperatorSettings {
        @Override
        public String namespace() {
            return "numa-system";
        }

        @Override
        public String identity() {
            return "operator";
        }

        @Override
        public String version() {
            return "dev";
        }

        @Override
        public Optional<Path> versionMatrix() {
            return Optional.empty();
        }

        @Override
        public Duration discoveryInterval() {
            return Duration.ofMinutes(10);
        }

        @Override
        public Lease lease() {
            throw new UnsupportedOperationException("no lease is looked at");
        }

        @Override
        public Metrics metrics() {
            throw new UnsupportedOperationException("no metrics are read");
        }

        @Override
        public Watch guard() {
            throw new UnsupportedOperationException("nothing is guarded");
        }
    }

    @Test
    void grantsAnAgentNoMoreThanItsTurn() {
        var granted = new EnumMap<Phase, NodeAction>(Phase.class);
        for (var phase : Phase.values()) {
            var action = granted(phase, "r1", true);
            if (action != NodeAction.NONE) {
                granted.put(phase, action);
            }
        }

        assertThat(granted)
                .isEqualTo(Map.of(
                        Phase.PENDING, NodeAction.INSPECT,
                        Phase.DRAINED, NodeAction.APPLY,
                        Phase.BACKED_UP, NodeAction.APPLY,
                        Phase.ROLLBACK_ARMED, NodeAction.APPLY,
                        Phase.APPLIED, NodeAction.APPLY,
                        Phase.VERIFIED, NodeAction.APPLY,
                        Phase.ROLLING_BACK, NodeAction.ROLLBACK));
    }

    @Test
    void sendsNoAgentWhereNothingWasBackedUp() {
        assertThat(granted(Phase.ROLLING_BACK, "r1", false)).isEqualTo(NodeAction.NONE);
    }

    @Test
    void sendsNoAgentToInspectWhatIsRestored() {
        assertThat(granted(Phase.PENDING, Reported.RESTORE, true)).isEqualTo(NodeAction.NONE);
        assertThat(granted(Phase.DRAINED, Reported.RESTORE, true)).isEqualTo(NodeAction.APPLY);
    }
}
