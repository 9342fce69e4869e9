package io.numaresources.testbed.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Progress;
import io.numaresources.testbed.binaries.RepositoryRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorProcessIT {

    @TempDir
    private Path checkout;

    @Test
    void runsThePackagedOperatorWithItsServiceAccount() throws IOException {
        var standard = Binaries.standard();
        for (var file : new String[] {"cluster/go.mod", "cluster/go.sum", "kwok/go.mod", "kwok/go.sum"}) {
            var copy = checkout.resolve("testbed/go").resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(standard.root().resolve("testbed/go").resolve(file), copy);
        }
        var binaries =
                new Binaries(new RepositoryRoot(checkout), standard.cache(), Optional.empty(), Progress.standard());
        try (var plane = ControlPlane.builder().binaries(binaries).start()) {
            assertThatThrownBy(() -> OperatorProcess.start(plane)).hasMessageContaining("The operator is not packaged");
            packageFakeOperator();
            plane.client()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName("numa-system")
                            .endMetadata()
                            .build())
                    .create();
            plane.client()
                    .resource(new ServiceAccountBuilder()
                            .withNewMetadata()
                            .withName("numaresources-operator")
                            .withNamespace("numa-system")
                            .endMetadata()
                            .build())
                    .create();

            try (var operator =
                    OperatorProcess.builder(plane).environment("EXTRA", "more").start()) {
                operator.awaitReady();
                operator.stop();

                assertThat(operator.process().alive()).isFalse();
                assertThat(operator.log().lines())
                        .contains("namespace=numa-system extra=more", "stopped")
                        .anySatisfy(line -> assertThat(line)
                                .startsWith("kubeconfig=" + plane.folder().path()));
            }
            try (var again = OperatorProcess.start(plane)) {
                again.awaitReady();
                again.kill();

                assertThat(again.process().alive()).isFalse();
            }
        }
    }

    private void packageFakeOperator() throws IOException {
        var jar = Files.createDirectories(checkout.resolve("operator/target/quarkus-app"))
                .resolve("quarkus-run.jar");
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, FakeOperator.class.getName());
        var entry = FakeOperator.class.getName().replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var bytes = FakeOperator.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new ZipEntry(entry));
            out.write(bytes.readAllBytes());
            out.closeEntry();
        }
    }
}
