package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import io.numaresources.api.v1alpha1.UnknownValue;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UnreadValuesTest {

    @Test
    void aSpecThatIsKnownWholeFreezesNothing() {
        var unread = unread();

        assertThat(unread.groups()).isEmpty();
        assertThat(unread.beyondGroups()).isFalse();
        assertThat(unread.findings()).isEmpty();
    }

    @Test
    void aValueInAGroupFreezesThatGroup() {
        var unread = unread("nodeGroups[1].kubelet.topologyManager.policy");

        assertThat(unread.groups()).containsExactly("telco");
        assertThat(unread.beyondGroups()).isFalse();
    }

    @Test
    void aValueElsewhereFreezesEverything() {
        var unread = unread("scheduler.informer", "nodeGroups[0].updater.type");

        assertThat(unread.groups()).containsExactly("hpc");
        assertThat(unread.beyondGroups()).isTrue();
    }

    @Test
    void saysWhereWhatAndWhatToDo() {
        assertThat(unread("nodeGroups[1].rollout.mode").findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo("UnknownValue");
                    assertThat(finding.group()).isEqualTo("telco");
                    assertThat(finding.message())
                            .startsWith("spec.nodeGroups[1].rollout.mode is novel,")
                            .contains("the group is left as it is")
                            .contains("upgrade the operator");
                });
        assertThat(unread("updater.type").findings())
                .singleElement()
                .extracting(Finding::message)
                .asString()
                .contains("everything is left as it is");
    }

    @Test
    void reportsTenAtMost() {
        assertThat(unread(IntStream.range(0, 30)
                                .mapToObj(i -> "scheduler.profiles[" + i + "].scoringStrategy.type")
                                .toArray(String[]::new))
                        .findings())
                .hasSize(10);
    }

    private static UnreadValues unread(String... paths) {
        return new UnreadValues(new NUMAResourcesOperatorSpec(
                List.of(Inputs.group("hpc", Inputs.ALIGNED), Inputs.group("telco", Inputs.ALIGNED)),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Stream.of(paths).map(path -> new UnknownValue(path, "novel")).toList()));
    }
}
