package io.numaresources.e2e;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.machine.Machine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/** The image that {@code make image} wrote, and its installation from dist/install.yaml. */
final class OperatorImage {
    private static final String NAME = "docker.io/library/numaresources-operator:dev";

    /** A JVM on emulated CPUs takes minutes to start. */
    private static final int STARTUP_ATTEMPTS = 600;

    private OperatorImage() {}

    static void importInto(Machine machine) {
        var archive = RepositoryRoot.find().resolve("packaging/target/image/operator.tar");
        if (!Files.exists(archive)) {
            throw new IllegalStateException(archive + " is missing: run make image");
        }
        machine.importImages(archive);
    }

    /** As an administrator installs it, except for the image's name and the patience of the startup probe. */
    static void install(ControlPlane plane) {
        try (InputStream manifests = Files.newInputStream(RepositoryRoot.find().resolve("dist/install.yaml"))) {
            for (var object : plane.client().load(manifests).items()) {
                if (object instanceof Deployment deployment) {
                    var container = deployment
                            .getSpec()
                            .getTemplate()
                            .getSpec()
                            .getContainers()
                            .getFirst();
                    container.setImage(NAME);
                    container.getStartupProbe().setFailureThreshold(STARTUP_ATTEMPTS);
                    container.getLivenessProbe().setTimeoutSeconds(30);
                    container.getReadinessProbe().setTimeoutSeconds(30);
                }
                plane.client()
                        .resource(object)
                        .fieldManager("e2e")
                        .forceConflicts()
                        .serverSideApply();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
