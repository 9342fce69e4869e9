package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.numaresources.api.v1alpha1.OutlierTaint;
import java.util.Collection;
import java.util.Optional;

/** What lets operands run on nodes that the operator itself keeps pods away from. Only where it may do so: a new toleration starts pods anew. */
final class OutlierToleration {
    private OutlierToleration() {}

    /** The toleration, if one of the groups has its outliers tainted with an effect that matters. */
    static Optional<Toleration> in(Collection<GroupFacts> groups) {
        return groups.stream()
                .map(group -> group.group().outliers().taint())
                .filter(OutlierTaint.NO_SCHEDULE::equals)
                .findAny()
                .map(taint -> new TolerationBuilder()
                        .withKey(StackLabels.OUTLIER)
                        .withOperator("Exists")
                        .withEffect(taint.value())
                        .build());
    }
}
