package io.numaresources.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import io.numaresources.api.v1alpha1.RelatedObject;
import io.numaresources.api.v1alpha1.Versions;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DowngradeTest {
    private static final RelatedObject DEPLOYMENT =
            new RelatedObject("apps", "deployments", "numa-system", "numa-scheduler");
    private static final RelatedObject CLASS = new RelatedObject("scheduling.k8s.io", "priorityclasses", null, "numa");

    @ParameterizedTest
    @CsvSource({"0.1.0, 0.2.0", "0.9.0, 0.10.0", "0.2.0-SNAPSHOT, 0.2.0"})
    void findsThatANewerVersionWasHere(String now, String before) {
        var downgrade = of(status(before, null, DEPLOYMENT), now);

        assertThat(downgrade.newest()).isEqualTo(before);
        assertThat(downgrade.finding()).hasValueSatisfying(finding -> {
            assertThat(finding.code()).isEqualTo("OperatorDowngraded");
            assertThat(finding.message()).contains(before).contains(now).doesNotContain("delete them");
        });
    }

    @ParameterizedTest
    @CsvSource({"0.2.0, 0.1.0", "0.2.0, 0.2.0", "0.10.0, 0.9.0", "dev, 0.2.0", "0.2.0, dev"})
    void findsNothingAfterAnUpgradeOrBetweenBuilds(String now, String before) {
        var downgrade = of(status(before, null, DEPLOYMENT), now);

        assertThat(downgrade).isEqualTo(new Downgrade(now, List.of(), Optional.empty()));
    }

    @Test
    void findsNothingOnANewResource() {
        assertThat(of(null, "0.1.0").finding()).isEmpty();
    }

    /** The pass after the first one finds its own version in the status. */
    @Test
    void remembersTheNewestVersion() {
        var downgrade = of(status("0.1.0", "0.2.0", DEPLOYMENT, CLASS), "0.1.0");

        assertThat(downgrade.newest()).isEqualTo("0.2.0");
        assertThat(downgrade.left()).containsExactly(CLASS);
    }

    @Test
    void namesWhatItCanNotRemove() {
        var downgrade = of(status("0.2.0", null, DEPLOYMENT, CLASS), "0.1.0");

        assertThat(downgrade.left()).containsExactly(CLASS);
        assertThat(downgrade.finding().orElseThrow().message()).endsWith("delete them by hand: priorityclasses numa");
    }

    @Test
    void namesAFewOfMany() {
        var many = IntStream.range(0, 9)
                .mapToObj(i -> new RelatedObject("scheduling.k8s.io", "priorityclasses", null, "class-" + i))
                .toArray(RelatedObject[]::new);

        assertThat(of(status("0.2.0", null, many), "0.1.0")
                        .finding()
                        .orElseThrow()
                        .message())
                .endsWith("priorityclasses class-4 and 4 more");
    }

    private static Downgrade of(@Nullable NUMAResourcesOperatorStatus former, String operator) {
        return Downgrade.of(
                Optional.ofNullable(former), operator, one -> one.resource().equals("deployments"));
    }

    private static NUMAResourcesOperatorStatus status(
            String operator, @Nullable String newest, RelatedObject... related) {
        return new NUMAResourcesOperatorStatus(
                1L,
                List.of(),
                0,
                0,
                0,
                List.of(),
                null,
                null,
                null,
                List.of(),
                new Versions(operator, newest, "1.34", null, null, "1.34"),
                List.of(related));
    }
}
