package io.numaresources.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.kubelet.ConfigurationReader;
import io.numaresources.kubelet.Machines;
import io.numaresources.kubelet.Quantity;
import io.numaresources.kubelet.Wish;
import io.numaresources.kubelet.Wishes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigurationsTest {

    static Stream<Wish> wishes() {
        return Stream.of(
                Wishes.aligned(),
                Wishes.none(),
                Wishes.with(
                        new Wish.Cpus.PerZone(2),
                        Optional.of(Quantity.parse("1Gi")),
                        Map.of("full-pcpus-only", "true", "align-by-socket", "true")));
    }

    /** What an operator hands over and an agent reads is the same configuration, also after it has been stored as JSON. */
    @ParameterizedTest
    @MethodSource("wishes")
    void nothingIsLostOnTheWayToANode(Wish wish) {
        var owned = Wishes.plan(wish, Machines.of(2, 2, 4, 2));
        var stored =
                Serialization.unmarshal(Serialization.asJson(Configurations.api(owned)), KubeletConfiguration.class);
        assertThat(Configurations.owned(stored)).isEqualTo(owned);
        assertThat(Configurations.owned(stored).hash()).isEqualTo(owned.hash());
        assertThat(ConfigurationReader.read(owned.toMap())).isEqualTo(owned);
    }

    @Test
    void whatIsAbsentHasTheKubeletsDefault() {
        var owned = Configurations.owned(Configurations.live(Map.of()));
        assertThat(owned.cpu().policy().value()).isEqualTo("none");
        assertThat(owned.memory().policy().value()).isEqualTo("None");
        assertThat(owned.topology().scope().value()).isEqualTo("container");
        assertThat(owned.cpu().reconcilePeriod()).hasSeconds(10);
    }

    @Test
    void takesTheOwnedFieldsOfAConfigzAlone() {
        var live = Configurations.live(Map.of(
                "cpuManagerPolicy",
                "static",
                "cgroupDriver",
                "systemd",
                "memoryManagerPolicy",
                "BestEffort",
                "reservedMemory",
                List.of(Map.of("numaNode", 1, "limits", Map.of("memory", "612Mi"))),
                "evictionHard",
                Map.of("memory.available", "100Mi")));
        assertThat(Configurations.map(live))
                .containsEntry("cpuManagerPolicy", "static")
                .containsEntry("evictionHard", Map.of("memory.available", "100Mi"))
                .containsEntry("reservedMemory", List.of(Map.of("numaNode", 1, "limits", Map.of("memory", "612Mi"))))
                .doesNotContainKeys("cgroupDriver", "memoryManagerPolicy");
    }

    @Test
    void refusesWhatTheKubeletRefuses() {
        assertThatThrownBy(() -> ConfigurationReader.read(Map.of("topologyManagerScope", "node")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("node");
        assertThatThrownBy(() -> ConfigurationReader.read(Map.of("cpuManagerReconcilePeriod", "soon")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("soon");
    }
}
