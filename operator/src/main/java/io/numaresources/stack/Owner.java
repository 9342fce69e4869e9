package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;

/** Ownership, by which the garbage collector removes what belongs to an object that is gone. */
public final class Owner {
    private Owner() {}

    /** Reference to a stored object; it blocks nothing and isn't the controller. */
    public static OwnerReference reference(HasMetadata owner) {
        return new OwnerReferenceBuilder()
                .withApiVersion(owner.getApiVersion())
                .withKind(owner.getKind())
                .withName(owner.getMetadata().getName())
                .withUid(owner.getMetadata().getUid())
                .build();
    }
}
