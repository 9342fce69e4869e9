package io.numaresources.platform;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;

/** What the slim views keep of an object's metadata. */
final class Views {
    private Views() {}

    static ObjectMetaBuilder slim(ObjectMeta read) {
        return new ObjectMetaBuilder()
                .withName(read.getName())
                .withUid(read.getUid())
                .withResourceVersion(read.getResourceVersion())
                .withLabels(read.getLabels());
    }
}
