package io.numaresources.cli;

import com.fasterxml.jackson.core.JsonProcessingException;

/** How a command answers. */
enum Format {
    /** For people. */
    TEXT,
    /** For people, with more columns. */
    WIDE,
    JSON,
    YAML;

    /** Whether the answer is for a program. */
    boolean machine() {
        return this == JSON || this == YAML;
    }

    /** A value in a format for programs. */
    String of(Object value) {
        return this == YAML ? yaml(value) : json(value);
    }

    static String yaml(Object value) {
        return Codec.OBJECTS.asYaml(value);
    }

    static String json(Object value) {
        try {
            return Codec.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer can't be written as JSON", e);
        }
    }
}
