package io.numaresources.packaging.bundle;

import io.fabric8.openshift.api.model.operatorhub.v1alpha1.RelatedImage;
import io.numaresources.stack.VersionMatrix;
import java.util.List;
import java.util.Map;

/** Every image that the version matrix can choose. */
final class OperandImages {

    private OperandImages() {}

    /** Related images by the environment variable that replaces them. */
    static Map<String, RelatedImage> all() {
        var images = new java.util.LinkedHashMap<String, RelatedImage>();
        VersionMatrix.load()
                .references()
                .forEach((variable, reference) -> images.put(variable, new RelatedImage(reference, name(variable))));
        return images;
    }

    static List<RelatedImage> withOperator(String operatorImage) {
        var images = new java.util.ArrayList<RelatedImage>();
        images.add(new RelatedImage(operatorImage, "operator"));
        images.addAll(all().values());
        return images;
    }

    private static String name(String variable) {
        return variable.substring(VersionMatrix.RELATED_IMAGE.length())
                .toLowerCase(java.util.Locale.ROOT)
                .replace('_', '-');
    }
}
