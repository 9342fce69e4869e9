package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Identity of an object. The namespace of a cluster-scoped one is empty. */
public record ObjectKey(String kind, String namespace, String name) {

    /** The key of an object. */
    public static ObjectKey of(HasMetadata object) {
        String namespace = object.getMetadata().getNamespace();
        return new ObjectKey(
                object.getKind(),
                namespace == null ? "" : namespace,
                object.getMetadata().getName());
    }

    @Override
    public String toString() {
        return kind + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
}
