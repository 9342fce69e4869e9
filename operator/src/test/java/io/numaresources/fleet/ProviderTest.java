package io.numaresources.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.KubeletProvider;
import io.numaresources.api.v1alpha1.NodeGroup;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderTest {
    private static Optional<Provider> provider(@Nullable KubeletProvider asked, @Nullable String managedBy) {
        var kubelet = new Kubelet(asked, null, null, null, null, null);
        return Provider.of(
                new NodeGroup("hpc", null, null, kubelet, null, null),
                List.of(
                        NumaNodes.facts("a"),
                        NumaNodes.facts("b", false, Optional.ofNullable(managedBy), Optional.empty())));
    }

    @ParameterizedTest
    @CsvSource({", NODE_AGENT", "GKE, NONE", "Talos, NONE", "OpenShift, MACHINE_CONFIG"})
    void autoGoesByWhoOwnsTheNodes(@Nullable String managedBy, KubeletProvider decided) {
        assertThat(provider(null, managedBy).orElseThrow().value()).isEqualTo(decided);
    }

    @Test
    void whatIsAskedForWins() {
        assertThat(provider(KubeletProvider.NODE_AGENT, "GKE").orElseThrow().agents())
                .isTrue();
        assertThat(provider(KubeletProvider.NONE, null).orElseThrow().agents()).isFalse();
        assertThat(Provider.of(new NodeGroup("hpc", null, null, null, null, null), List.of()))
                .isEmpty();
    }

    @Test
    void aGroupThatNobodyConfiguresIsReportedWithTheReason() {
        var group = new NodeGroup("hpc", null, null, NumaNodes.ALIGNED, null, null);

        assertThat(RolloutFindings.of(group, provider(null, null).orElseThrow()))
                .isEmpty();
        assertThat(RolloutFindings.of(group, provider(null, "GKE").orElseThrow()))
                .extracting(Finding::code)
                .containsExactly("KubeletManaged");
        assertThat(RolloutFindings.of(
                        group, provider(KubeletProvider.NONE, null).orElseThrow()))
                .extracting(Finding::code)
                .containsExactly("KubeletNotWritten");
    }
}
