package io.numaresources.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of policy_options.go and kube_features.go, written a second time and by column. */
class KubeletRulesTest {

    /** One letter for each minor from 1.29 to 1.37: - absent, a alpha, b beta, G GA. */
    @ParameterizedTest
    @CsvSource({
        "full-pcpus-only,                  bbbbGGGGG",
        "distribute-cpus-across-numa,      aaaabbbbb",
        "align-by-socket,                  aaaaaaaaa",
        "distribute-cpus-across-cores,     --aaaaaaa",
        "strict-cpu-reservation,           ---abbGGG",
        "prefer-align-cpus-by-uncorecache, ---aabbGG",
        "prefer-closest-numa-nodes,        bbbGGGGGG",
        "max-allowable-numa-nodes,         --bbbbGGG"
    })
    void knowsTheMaturityOfEachOption(String key, String maturities) {
        var option = Arrays.stream(PolicyOption.values())
                .filter(known -> known.key().equals(key))
                .findFirst()
                .orElseThrow();
        assertThat(row(minor -> option.at(new KubeletVersion(1, minor)))).isEqualTo(maturities);
    }

    @ParameterizedTest
    @CsvSource({
        "TopologyManager,                   ---------",
        "CPUManager,                        GGGG-----",
        "MemoryManager,                     bbbGGGG--",
        "CPUManagerPolicyOptions,           bbbbGGGGG",
        "CPUManagerPolicyAlphaOptions,      aaaaaaaaa",
        "CPUManagerPolicyBetaOptions,       bbbbbbbbb",
        "TopologyManagerPolicyOptions,      bbbGGGGGG",
        "TopologyManagerPolicyAlphaOptions, aaaaaaaaa",
        "TopologyManagerPolicyBetaOptions,  bbbbbbbbb",
        "NoSuchGate,                        ---------"
    })
    void knowsTheMaturityOfEachGate(String key, String maturities) {
        assertThat(row(minor -> FeatureGate.maturity(key, new KubeletVersion(1, minor))))
                .isEqualTo(maturities);
    }

    private static String row(java.util.function.IntFunction<Maturity> at) {
        return IntStream.rangeClosed(29, 37)
                .mapToObj(minor -> switch (at.apply(minor)) {
                    case ABSENT -> "-";
                    case ALPHA -> "a";
                    case BETA -> "b";
                    case GA -> "G";
                })
                .collect(Collectors.joining());
    }

    @Test
    void refusesExactlyFourPairs() {
        assertThat(PolicyOption.REFUSED_PAIRS)
                .extracting(pair -> pair.first().key() + " + " + pair.second().key())
                .containsExactlyInAnyOrder(
                        "full-pcpus-only + distribute-cpus-across-cores",
                        "distribute-cpus-across-numa + distribute-cpus-across-cores",
                        "prefer-align-cpus-by-uncorecache + distribute-cpus-across-cores",
                        "prefer-align-cpus-by-uncorecache + distribute-cpus-across-numa");
    }

    @ParameterizedTest
    @CsvSource({"v1.34.4, 1.34", "1.29, 1.29", "v1.33.5+k3s1, 1.33", "v1.32.3-eks-abc, 1.32", "v1.37.0-beta.0, 1.37"})
    void readsTheMinorOfAnyDistribution(String text, String minor) {
        assertThat(KubeletVersion.parse(text)).hasToString(minor);
    }

    @ParameterizedTest
    @CsvSource({"1.28, false", "1.29, true", "1.37, true", "1.38, false"})
    void coversTheMinorsWhoseRulesAreKnown(String version, boolean covered) {
        assertThat(KubeletVersion.parse(version).covered()).isEqualTo(covered);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Static", "STATIC", ""})
    void spellsTheCpuPolicyInLowerCase(String text) {
        assertThatThrownBy(() -> CpuManagerPolicy.parse(text)).hasMessage("not a cpuManagerPolicy: '" + text + "'");
        assertThat(CpuManagerPolicy.parse("static")).isEqualTo(CpuManagerPolicy.STATIC);
        assertThat(MemoryManagerPolicy.parse("Static")).isEqualTo(MemoryManagerPolicy.STATIC);
    }
}
