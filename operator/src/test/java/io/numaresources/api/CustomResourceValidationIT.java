package io.numaresources.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.testbed.junit.Testbed;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** What the API server accepts and refuses, and in which words; one file each in {@code src/test/resources/api}. */
@Testbed
class CustomResourceValidationIT {
    private static final String EXPECT = "# expect: ";

    @BeforeAll
    static void define(KubernetesClient client) {
        ApiFiles.define(client);
    }

    @TestFactory
    Stream<DynamicTest> acceptsValidObjects(KubernetesClient client) {
        assertThat(ApiFiles.files("valid-")).hasSizeGreaterThanOrEqualTo(12);
        return ApiFiles.files("valid-").stream().map(file -> test(file, () -> accepted(client, file)));
    }

    @TestFactory
    Stream<DynamicTest> acceptsSamples(KubernetesClient client) {
        return Stream.of("minimal", "full").map(ApiFiles::sample).map(file -> test(file, () -> accepted(client, file)));
    }

    @TestFactory
    Stream<DynamicTest> refusesInvalidObjectsWithTheReason(KubernetesClient client) {
        assertThat(ApiFiles.files("invalid-")).hasSizeGreaterThanOrEqualTo(45);
        return ApiFiles.files("invalid-").stream().map(file -> test(file, () -> refused(client, file)));
    }

    private static void accepted(KubernetesClient client, Path file) {
        var object = ApiFiles.read(file);
        assertThat(ApiFiles.create(client, object, true).path("kind")).isEqualTo(object.path("kind"));
    }

    private static void refused(KubernetesClient client, Path file) {
        var fragments = expected(file);
        assertThat(fragments).as("fragments in %s", file).isNotEmpty();
        assertThatThrownBy(() -> ApiFiles.create(client, ApiFiles.read(file), true))
                .as(file.getFileName().toString())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getStatus().getMessage()).contains(fragments));
    }

    private static List<String> expected(Path file) {
        return ApiFiles.text(file)
                .lines()
                .filter(line -> line.startsWith(EXPECT))
                .map(line -> line.substring(EXPECT.length()))
                .toList();
    }

    private static DynamicTest test(Path file, Executable executable) {
        return DynamicTest.dynamicTest(file.getFileName().toString(), executable);
    }
}
