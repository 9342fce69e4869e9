package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorStatus;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class AskedForSomethingElseTest {
    private static NUMAResourcesOperator resource(UnaryOperator<ObjectMetaBuilder> change) {
        var resource = new NUMAResourcesOperator();
        resource.setMetadata(change.apply(new ObjectMetaBuilder()
                        .withName("numaresources")
                        .withGeneration(3L)
                        .withResourceVersion("10")
                        .addToAnnotations("numaresources.io/approve", "r1")
                        .addToFinalizers("numaresources.io/cleanup"))
                .build());
        return resource;
    }

    private static boolean accepts(UnaryOperator<ObjectMetaBuilder> change) {
        return new AskedForSomethingElse().accept(resource(change), resource(UnaryOperator.identity()));
    }

    @Test
    void hearsSpecAnnotationsFinalizersAndDeletion() {
        assertThat(accepts(meta -> meta.withGeneration(4L))).isTrue();
        assertThat(accepts(meta -> meta.addToAnnotations("numaresources.io/retry", "now")))
                .isTrue();
        assertThat(accepts(meta -> meta.removeFromAnnotations("numaresources.io/approve")))
                .isTrue();
        assertThat(accepts(meta -> meta.removeFromFinalizers("numaresources.io/cleanup")))
                .isTrue();
        assertThat(accepts(meta -> meta.withDeletionTimestamp("2026-11-30T12:00:00Z")))
                .isTrue();
    }

    @Test
    void doesNotHearTheOperatorsOwnStatus() {
        var written = resource(meta -> meta.withResourceVersion("11"));
        written.setStatus(
                new NUMAResourcesOperatorStatus(3L, null, null, null, null, null, null, null, null, null, null, null));

        assertThat(new AskedForSomethingElse().accept(written, resource(UnaryOperator.identity())))
                .isFalse();
    }
}
