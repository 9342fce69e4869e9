package io.numaresources.crd;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.CustomResource;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CrdFilesTest {

    static Stream<Class<? extends CustomResource<?, ?>>> kinds() {
        return CrdFiles.KINDS.stream();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void describesEveryField(Class<? extends CustomResource<?, ?>> kind) {
        var fields = Field.all(Field.schema(CrdFiles.committed(kind)));

        assertThat(fields).hasSizeGreaterThan(50);
        assertThat(fields)
                .filteredOn(field -> field.schema().path("description").asText().isBlank())
                .extracting(Field::path)
                .isEmpty();
    }

    @Test
    void showsTheColumnsInTheOrderOfTheirAnnotations() {
        assertThat(columns(NUMAResourcesOperator.class))
                .containsExactly(
                        "Groups", "Nodes", "Configured", "Scheduler", "Available", "Progressing", "Degraded", "Age");
        assertThat(columns(NUMANode.class))
                .containsExactly("Group", "Policy", "Scope", "Zones", "CPUs", "Configured", "Phase", "Message", "Age");
    }

    @Test
    void keepsStatusApartAndRequiresASpec() {
        for (var kind : CrdFiles.KINDS) {
            var version = CrdFiles.committed(kind).path("spec").path("versions").path(0);

            assertThat(version.path("subresources").has("status")).isTrue();
            assertThat(version.path("schema").path("openAPIV3Schema").path("required"))
                    .extracting(name -> name.asText())
                    .contains("spec");
        }
    }

    @Test
    void generatesTheSameTwice(@TempDir Path folder) throws Exception {
        CrdFiles.write(folder);

        for (var kind : CrdFiles.KINDS) {
            assertThat(folder.resolve(CrdFiles.name(kind))).hasSameTextualContentAs(Path.of(CrdFiles.name(kind)));
        }
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(CrdFiles.KINDS.size());
        }
    }

    private static List<String> columns(Class<? extends CustomResource<?, ?>> kind) {
        var names = new ArrayList<String>();
        CrdFiles.committed(kind)
                .path("spec")
                .path("versions")
                .path(0)
                .path("additionalPrinterColumns")
                .forEach(column -> names.add(column.path("name").asText()));
        return names;
    }
}
