package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.numaresources.api.v1alpha1.OutlierTaint;
import java.util.ArrayList;
import java.util.List;

/** What lets operands run on nodes that the operator itself keeps pods away from. Only where it may do so: a new toleration starts pods anew. */
final class OutlierToleration {
    private OutlierToleration() {}

    /** Tolerations with this one, if one of the groups has its outliers tainted with an effect that matters. */
    static List<Toleration> addedTo(List<Toleration> given, List<GroupFacts> groups) {
        if (groups.stream().noneMatch(group -> group.group().outliers().taint() == OutlierTaint.NO_SCHEDULE)) {
            return given;
        }
        var tolerations = new ArrayList<>(given);
        tolerations.add(new TolerationBuilder()
                .withKey(StackLabels.OUTLIER)
                .withOperator("Exists")
                .withEffect(OutlierTaint.NO_SCHEDULE.value())
                .build());
        return tolerations;
    }
}
