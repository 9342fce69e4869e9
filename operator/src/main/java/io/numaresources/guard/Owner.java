package io.numaresources.guard;

import io.fabric8.kubernetes.api.model.OwnerReference;

/**
 * The controller of a pod, such as a ReplicaSet or a Job.
 *
 * @param apiVersion group and version
 * @param kind its kind
 * @param namespace namespace of the pod, which is its own
 * @param name its name
 * @param uid its uid
 */
public record Owner(String apiVersion, String kind, String namespace, String name, String uid) {
    static Owner of(String namespace, OwnerReference reference) {
        return new Owner(
                reference.getApiVersion(), reference.getKind(), namespace, reference.getName(), reference.getUid());
    }

    /** For people: {@code ReplicaSet web/api-7}. */
    public String text() {
        return kind + " " + namespace + "/" + name;
    }
}
