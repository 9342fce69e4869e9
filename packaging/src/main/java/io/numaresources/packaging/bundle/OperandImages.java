package io.numaresources.packaging.bundle;

import io.fabric8.openshift.api.model.operatorhub.v1alpha1.RelatedImage;
import io.numaresources.packaging.Release;
import io.numaresources.stack.VersionMatrix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Every image that the version matrix can choose. */
final class OperandImages {
    private final Map<String, String> digests;

    /** Named by digest where the release knows digests. */
    OperandImages(Release release) {
        digests = release.digests();
    }

    /**
     * Related images by the environment variable that replaces them.
     *
     * @throws IllegalStateException if digests are known, but not of every image
     */
    Map<String, RelatedImage> all() {
        var images = new LinkedHashMap<String, RelatedImage>();
        VersionMatrix.load()
                .references()
                .forEach((variable, reference) ->
                        images.put(variable, new RelatedImage(pinned(reference), name(variable))));
        return images;
    }

    List<RelatedImage> withOperator(String operatorImage) {
        var images = new ArrayList<RelatedImage>();
        images.add(new RelatedImage(operatorImage, "operator"));
        images.addAll(all().values());
        return images;
    }

    private String pinned(String reference) {
        if (digests.isEmpty()) {
            return reference;
        }
        var digest = digests.get(reference);
        if (digest == null) {
            throw new IllegalStateException("no digest is given of " + reference);
        }
        return reference.substring(0, reference.lastIndexOf(':')) + "@" + digest;
    }

    private static String name(String variable) {
        return variable.substring(VersionMatrix.RELATED_IMAGE.length())
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
    }
}
