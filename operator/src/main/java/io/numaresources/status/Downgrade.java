package io.numaresources.status;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import io.numaresources.api.v1alpha1.RelatedObject;
import io.numaresources.api.v1alpha1.Versions;
import io.numaresources.finding.FindingCode;
import java.lang.module.ModuleDescriptor;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an older version of the operator can't undo of a newer one.
 *
 * @param newest newest version that has served the resource
 * @param left objects that the newer version made, of kinds that this one doesn't know
 * @param finding what a person should know, empty where no newer version has been here
 */
public record Downgrade(String newest, List<RelatedObject> left, Optional<Finding> finding) {
    private static final int NAMED = 5;

    /**
     * Compares versions.
     *
     * @param former the status that the resource has
     * @param operator version of this operator; one that is no version, such as that of a build in progress, is older than none
     * @param manages whether this version can remove objects of the kind
     */
    public static Downgrade of(
            Optional<NUMAResourcesOperatorStatus> former, String operator, Predicate<RelatedObject> manages) {
        var newest = former.map(NUMAResourcesOperatorStatus::versions)
                .map(Downgrade::newest)
                .filter(before -> older(operator, before));
        if (newest.isEmpty()) {
            return new Downgrade(operator, List.of(), Optional.empty());
        }
        var left = former.orElseThrow().relatedObjects().stream()
                .filter(manages.negate())
                .toList();
        var message =
                "version %s of the operator has served this resource, %s runs now: fields that only %s knows have no effect, its CRDs stay%s"
                        .formatted(newest.get(), operator, newest.get(), leftovers(left));
        return new Downgrade(newest.get(), left, Optional.of(FindingCode.OPERATOR_DOWNGRADED.finding(message)));
    }

    private static @Nullable String newest(Versions versions) {
        return versions.newestOperator() == null ? versions.operator() : versions.newestOperator();
    }

    private static String leftovers(List<RelatedObject> left) {
        if (left.isEmpty()) {
            return "";
        }
        return ", and so do objects of kinds that this version can't remove, delete them by hand: %s%s"
                .formatted(
                        left.stream()
                                .limit(NAMED)
                                .map(object -> object.resource() + " " + object.name())
                                .collect(Collectors.joining(", ")),
                        left.size() > NAMED ? " and " + (left.size() - NAMED) + " more" : "");
    }

    private static boolean older(String one, String other) {
        try {
            return ModuleDescriptor.Version.parse(one).compareTo(ModuleDescriptor.Version.parse(other)) < 0;
        } catch (IllegalArgumentException noVersion) {
            return false;
        }
    }
}
