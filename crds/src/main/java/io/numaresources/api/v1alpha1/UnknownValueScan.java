package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Looks through stored JSON for values of enumerations that the types of this version do not know. */
final class UnknownValueScan {
    private final List<UnknownValue> found = new ArrayList<>();

    /** What was removed so far. */
    List<UnknownValue> found() {
        return List.copyOf(found);
    }

    /** Removes unknown values from an object of a record type. */
    void remove(ObjectNode object, Class<?> type) {
        remove(object, type, "");
    }

    private void remove(ObjectNode object, Class<?> type, String path) {
        for (RecordComponent component : type.getRecordComponents()) {
            JsonNode value = object.get(component.getName());
            if (value == null || value.isNull()) {
                continue;
            }
            String place = path + component.getName();
            if (component.getType().isEnum()) {
                if (!knows(component.getType(), value)) {
                    found.add(new UnknownValue(place, value.isTextual() ? value.asText() : value.toString()));
                    object.remove(component.getName());
                }
            } else {
                enter(value, component.getGenericType(), place);
            }
        }
    }

    private void enter(JsonNode value, Type type, String place) {
        if (type instanceof Class<?> plain && plain.isRecord() && value instanceof ObjectNode object) {
            remove(object, plain, place + ".");
        } else if (type instanceof ParameterizedType list && list.getRawType() == List.class && value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                enter(value.get(i), list.getActualTypeArguments()[0], place + "[" + i + "]");
            }
        }
    }

    private static boolean knows(Class<?> type, JsonNode value) {
        return value.isTextual()
                && Arrays.stream(type.getEnumConstants())
                        .anyMatch(constant -> constant.toString().equals(value.asText()));
    }
}
