package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.Reserved;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What admission lets pass of reserved.cpus and a kubelet would not take, or not as it was meant. */
class ReservedCpusTest {

    @ParameterizedTest
    @ValueSource(strings = {"0", "0,32", "0-1,32-33", "5,1,3", "7-7", "0-99999"})
    void acceptsWhatTheKubeletTakes(String cpus) {
        assertThat(codes(new IntOrString(cpus))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    5-2       | ReservedCPUsReversed | write 2-5
                    0,9-8     | ReservedCPUsReversed | write 8-9
                    0,0       | ReservedCPUsRepeated | CPU 0
                    0-3,2     | ReservedCPUsRepeated | CPU 2
                    8,0-15    | ReservedCPUsRepeated | CPU 8
                    0-3,3-5   | ReservedCPUsRepeated | CPU 3
                    """)
    void reportsWhatItDoesNotTakeOrTakesOtherwise(String cpus, String code, String remedy) {
        assertThat(plan(new IntOrString(cpus)).findings())
                .filteredOn(finding -> finding.code().startsWith("ReservedCPUs"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(code);
                    assertThat(finding.group()).isEqualTo("hpc");
                    assertThat(finding.message()).contains(remedy);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "all", "0-", "1234567"})
    void leavesToAdmissionWhatIsNoCpuSet(String cpus) {
        assertThat(codes(new IntOrString(cpus))).isEmpty();
    }

    @Test
    void leavesNumbersOfCoresAlone() {
        assertThat(codes(new IntOrString(2))).isEmpty();
    }

    private static List<String> codes(IntOrString cpus) {
        return plan(cpus).findings().stream()
                .map(finding -> finding.code())
                .filter(code -> code.startsWith("ReservedCPUs"))
                .toList();
    }

    private static Stack plan(IntOrString cpus) {
        var kubelet = new Kubelet(null, null, null, null, new Reserved(cpus, null), null);
        return StackPlanner.plan(Inputs.input(Inputs.spec(List.of(Inputs.group("hpc", kubelet)), null, null), "1.34"));
    }
}
