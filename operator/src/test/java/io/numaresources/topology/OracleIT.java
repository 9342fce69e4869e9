package io.numaresources.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Program;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The engine against the kubelet's and the plugin's own code on seeded random cases. {@code -Doracle.cases=20000} is the full
 * run, {@code -Doracle.seed} where it starts.
 */
class OracleIT {
    private static final int CASES = Integer.getInteger("oracle.cases", 400);
    private static final long SEED = Long.getLong("oracle.seed", 1);
    private static Oracle oracle = new Oracle(java.nio.file.Path.of(""));

    @BeforeAll
    static void build() {
        oracle = new Oracle(Binaries.standard().get(Program.VERDICTS));
    }

    static Stream<Arguments> configurations() {
        return Arrays.stream(AlignmentPolicy.values())
                .flatMap(policy -> Arrays.stream(AlignmentScope.values()).map(scope -> Arguments.of(policy, scope)));
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void agreesWithKubeletAndPlugin(AlignmentPolicy policy, AlignmentScope scope) {
        var agreement = Agreement.over(oracle, policy, scope, SEED, CASES);

        System.out.printf("oracle: %s %s, seeds %d to %d: %s%n", policy, scope, SEED, SEED + CASES - 1, agreement.seen);
        assertThat(agreement.disagreements).isEmpty();
        assertThat(agreement.disagreed()).isZero();
        int unknown = agreement.seen.entrySet().stream()
                .filter(e -> e.getKey().startsWith("unknown"))
                .mapToInt(java.util.Map.Entry::getValue)
                .sum();
        assertThat(unknown).as("cases without an answer").isLessThan(CASES / 10);
        assertThat(agreement.count("admitted")).as("admitted cases").isGreaterThan(CASES / 5);
        assertThat(agreement.count("refused configuration")).isLessThan(CASES / 10);
    }
}
