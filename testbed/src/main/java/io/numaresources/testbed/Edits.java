package io.numaresources.testbed;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.function.UnaryOperator;

/** Edits of objects that others write too: a controller's status comes between now and then. */
public final class Edits {
    private static final int CONFLICT = 409;
    private static final int MOST = 20;

    private Edits() {}

    /**
     * Edits an object as it is, again where somebody else wrote it meanwhile.
     *
     * @throws KubernetesClientException if that goes on, or the server refuses it for another reason
     */
    public static <T> T of(Resource<T> resource, UnaryOperator<T> change) {
        for (int left = MOST; ; left--) {
            try {
                return resource.edit(change);
            } catch (KubernetesClientException refused) {
                if (refused.getCode() != CONFLICT || left == 0) {
                    throw refused;
                }
            }
        }
    }
}
