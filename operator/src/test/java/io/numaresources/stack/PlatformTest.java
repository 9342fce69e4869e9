package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {

    @ParameterizedTest
    @CsvSource({
        "apps, , KUBERNETES",
        "config.openshift.io security.openshift.io, HighlyAvailable, OPENSHIFT",
        "config.openshift.io, , OPENSHIFT",
        "config.openshift.io security.openshift.io, External, HOSTED",
        "security.openshift.io route.openshift.io, , MICROSHIFT",
    })
    void goesByWhatIsServedAndWhereTheControlPlaneIs(String groups, @Nullable String topology, Platform expected) {
        assertThat(Platform.of(Set.of(groups.split(" ")), Optional.ofNullable(topology)))
                .isEqualTo(expected);
    }

    @Test
    void ownsNodesThatSayNothingOfThemselves() {
        var node = new NodeFacts("a", Map.of(), true, true, Optional.empty());

        assertThat(Platform.HOSTED.node(node).state().managedBy()).contains("HyperShift");
        assertThat(Platform.KUBERNETES.node(node)).isEqualTo(node);
    }

    @Test
    void constrainsPodsEverywhereButOnPlainKubernetes() {
        assertThat(Platform.KUBERNETES.constrainsPods()).isFalse();
        assertThat(Platform.MICROSHIFT.constrainsPods()).isTrue();
    }
}
