package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.io.IOException;

/**
 * Reads a spec and notes in its {@code unknownValues} what it could not read. They are part of the JSON, though not of the schema:
 * frameworks clone resources by way of JSON.
 */
final class SpecReader extends JsonDeserializer<Object> implements ContextualDeserializer {
    private static final String NOTES = "unknownValues";

    private final JavaType type;

    /** For Jackson, which then asks for the one of the property's type. */
    SpecReader() {
        this(TypeFactory.unknownType());
    }

    private SpecReader(JavaType type) {
        this.type = type;
    }

    @Override
    public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
        return new SpecReader(property.getType());
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        JsonNode read = context.readTree(parser);
        if (read instanceof ObjectNode spec) {
            var unknown = new UnknownValueScan();
            unknown.remove(spec, type.getRawClass());
            if (!unknown.found().isEmpty()) {
                ArrayNode notes = spec.withArrayProperty(NOTES);
                unknown.found()
                        .forEach(value ->
                                notes.addObject().put("path", value.path()).put("value", value.value()));
            }
        }
        return context.readTreeAsValue(read, type);
    }
}
