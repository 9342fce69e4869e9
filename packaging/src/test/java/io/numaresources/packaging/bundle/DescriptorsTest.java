package io.numaresources.packaging.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescriptorsTest {

    @ParameterizedTest
    @CsvSource({
        "paused, Paused",
        "nodeGroups, Node groups",
        "cpuManager, CPU manager",
        "topologyCRD, Topology CRD",
        "maxAllowableNUMANodes, Max allowable NUMA nodes",
        "ignorePodDisruptionBudgets, Ignore pod disruption budgets",
    })
    void writesNamesOfFieldsAsPeopleDo(String field, String shown) {
        assertThat(Descriptors.displayName(field)).isEqualTo(shown);
    }
}
