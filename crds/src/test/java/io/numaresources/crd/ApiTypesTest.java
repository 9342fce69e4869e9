package io.numaresources.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.CustomResource;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.UnknownAsAbsent;
import java.io.File;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for every type of the API, the ones that are yet to come included. */
class ApiTypesTest {

    /** A plain mapper, which refuses what a type does not ignore. */
    private static final ObjectMapper STRICT = new ObjectMapper();

    static Stream<Class<?>> types() throws Exception {
        var folder = new File(NUMAResourcesOperator.class.getResource(".").toURI());
        return Arrays.stream(Objects.requireNonNull(folder.list()))
                .filter(file -> file.endsWith(".class") && !file.equals("package-info.class"))
                .map(file -> NUMAResourcesOperator.class.getPackageName() + "." + file.replace(".class", ""))
                .<Class<?>>map(ApiTypesTest::load);
    }

    static Stream<Class<?>> records() throws Exception {
        return types().filter(type -> type.isRecord() || CustomResource.class.isAssignableFrom(type));
    }

    @ParameterizedTest
    @MethodSource("records")
    void readsObjectsWithFieldsOfANewerVersion(Class<?> type) {
        JsonNode newer = STRICT.createObjectNode().put("fieldOfANewerVersion", 1);

        assertThatCode(() -> STRICT.treeToValue(newer, type)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("records")
    void readsValuesOfANewerVersionAsAbsent(Class<?> type) {
        for (RecordComponent component : components(type)) {
            if (component.getType().isEnum()) {
                assertThat(component.getAccessor().isAnnotationPresent(UnknownAsAbsent.class))
                        .as("@UnknownAsAbsent on %s.%s", type.getSimpleName(), component.getName())
                        .isTrue();
            }
        }
    }

    @Test
    void findsTheTypes() throws Exception {
        assertThat(records()).hasSizeGreaterThan(40);
        assertThat(UnknownAsAbsent.class.getAnnotation(JsonFormat.class).with())
                .contains(JsonFormat.Feature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);
    }

    private static List<RecordComponent> components(Class<?> type) {
        return type.isRecord() ? List.of(type.getRecordComponents()) : List.of();
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
