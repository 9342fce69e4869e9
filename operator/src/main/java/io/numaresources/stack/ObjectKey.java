package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Identity of an object. The namespace of a cluster-scoped one is empty. */
record ObjectKey(String kind, String namespace, String name) {

    static ObjectKey of(HasMetadata object) {
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
