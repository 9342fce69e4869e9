package io.numaresources.crd;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Generates the CRD files from the types of the API. */
public final class CrdFiles {
    static final List<Class<? extends CustomResource<?, ?>>> KINDS =
            List.of(NUMAResourcesOperator.class, NUMANode.class);

    private CrdFiles() {}

    /** A generated definition as it is committed; the tests run in the folder of this module. */
    static JsonNode committed(Class<? extends CustomResource<?, ?>> kind) {
        try {
            return Serialization.unmarshal(Files.readString(Path.of(name(kind))), JsonNode.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** File name of a kind. */
    static String name(Class<? extends CustomResource<?, ?>> kind) {
        return CustomResource.getCRDName(kind) + "-v1.yml";
    }

    /** Writes the files into the folder that is named by the only argument. */
    public static void main(String[] arguments) {
        write(Path.of(arguments[0]));
    }

    static void write(Path folder) {
        new CRDGenerator()
                .forCRDVersions("v1")
                .customResourceClasses(List.copyOf(KINDS))
                .withPostProcessor(new CrdCompletion(KINDS))
                .inOutputDir(folder.toFile())
                .generate();
    }
}
