package io.numaresources.packaging.image;

import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.event.EventHandlers;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import com.google.cloud.tools.jib.http.FailoverHttpClient;
import com.google.cloud.tools.jib.registry.RegistryClient;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/** Digests of published images, asked of their registries. */
final class Digests {
    private final boolean insecure;

    /** Insecure takes any certificate of a registry, and plain HTTP. */
    Digests(boolean insecure) {
        this.insecure = insecure;
    }

    /**
     * Digests by reference.
     *
     * @throws IllegalStateException if a registry doesn't have an image
     */
    SortedMap<String, String> of(Collection<String> references) throws Exception {
        var digests = new TreeMap<String, String>();
        for (var reference : references) {
            digests.put(reference, digest(ImageReference.parse(reference)));
        }
        return digests;
    }

    private String digest(ImageReference image) throws Exception {
        var factory = RegistryClient.factory(
                EventHandlers.NONE,
                image.getRegistry(),
                image.getRepository(),
                new FailoverHttpClient(insecure, insecure, event -> {}));
        CredentialRetrieverFactory.forImage(image, event -> {})
                .dockerConfig()
                .retrieve()
                .ifPresent(factory::setCredential);
        var client = factory.newRegistryClient();
        client.doPullBearerAuth();
        return client.checkManifest(image.getQualifier())
                .orElseThrow(() -> new IllegalStateException(image + " is not published"))
                .getDigest()
                .toString();
    }
}
