package io.numaresources.controller;

import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import java.util.Objects;

/**
 * Whether a person asked for something else: by the spec, by an annotation, such as an approval, or by deleting. The operator SDK would look at the
 * generation alone, which an annotation does not change.
 */
public class AskedForSomethingElse implements OnUpdateFilter<NUMAResourcesOperator> {
    @Override
    public boolean accept(NUMAResourcesOperator now, NUMAResourcesOperator before) {
        var after = now.getMetadata();
        var until = before.getMetadata();
        return !Objects.equals(after.getGeneration(), until.getGeneration())
                || !Objects.equals(after.getAnnotations(), until.getAnnotations())
                || !Objects.equals(after.getDeletionTimestamp(), until.getDeletionTimestamp())
                || !Objects.equals(after.getFinalizers(), until.getFinalizers());
    }
}
