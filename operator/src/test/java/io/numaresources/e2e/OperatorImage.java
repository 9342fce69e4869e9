package io.numaresources.e2e;

import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.binaries.Reported;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.machine.Machine;
import io.numaresources.testbed.process.Execution;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;

/** The image that {@code make image} wrote, and its installation from dist/install.yaml. */
final class OperatorImage {
    static final String NAME = "docker.io/library/numaresources-operator:dev";

    private static final String INFLATE = """
            folder=$(mktemp -d)
            tar -xf "$1" -C "$folder"
            cd "$folder"
            for layer in *.tar.gz; do gunzip "$layer"; done
            sed -i 's/\\.tar\\.gz/.tar/g' manifest.json
            tar -cf "$2" *
            rm -rf "$folder"
            """;

    /** A JVM on emulated CPUs takes minutes to start. */
    private static final int STARTUP_ATTEMPTS = 600;

    private OperatorImage() {}

    /**
     * Imports it on all machines at once, with layers that are not compressed: an emulated CPU takes minutes to inflate them.
     *
     * @throws IllegalStateException if it was not built
     */
    static void importInto(List<Machine> machines) {
        var archive = RepositoryRoot.find().resolve("packaging/target/image/operator.tar");
        if (!Files.exists(archive)) {
            throw new IllegalStateException(archive + " is missing: run make image");
        }
        var inflated = archive.resolveSibling("operator-inflated.tar");
        Execution.require("sh", "-euc", INFLATE, "sh", archive.toString(), inflated.toString());
        Reported.step(
                "Importing the operator's image on %d machines".formatted(machines.size()),
                () -> machines.parallelStream().forEach(machine -> machine.importImages(inflated)));
    }

    /** As an administrator installs it, except for the number of pods, the image's name and more patience. */
    static void install(ControlPlane plane, int replicas) {
        try (InputStream manifests = Files.newInputStream(RepositoryRoot.find().resolve("dist/install.yaml"))) {
            for (var object : plane.client().load(manifests).items()) {
                if (object instanceof Deployment deployment) {
                    var container = deployment
                            .getSpec()
                            .getTemplate()
                            .getSpec()
                            .getContainers()
                            .getFirst();
                    deployment.getSpec().setReplicas(replicas);
                    container.setImage(NAME);
                    container
                            .getEnv()
                            .add(new EnvVarBuilder()
                                    .withName("QUARKUS_KUBERNETES_CLIENT_REQUEST_TIMEOUT")
                                    .withValue("5m")
                                    .build());
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
