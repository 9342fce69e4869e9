package io.numaresources.kubelet;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** YAML for maps, lists, texts, numbers, booleans and null: texts always in double quotes, so that no text is read as something else. */
final class YamlText {
    private final StringBuilder text = new StringBuilder();

    void entry(String key, @Nullable Object value) {
        write("", key, value);
    }

    private void write(String indent, String key, @Nullable Object value) {
        text.append(indent).append(key).append(':');
        switch (value) {
            case null -> text.append(" null\n");
            case Map<?, ?> map when map.isEmpty() -> text.append(" {}\n");
            case Map<?, ?> map -> {
                text.append('\n');
                map.forEach((name, child) -> write(indent + "  ", name.toString(), child));
            }
            case Collection<?> list when list.isEmpty() -> text.append(" []\n");
            case Collection<?> list -> {
                text.append('\n');
                list.forEach(item -> item(indent, (Map<?, ?>) item));
            }
            case Number number -> text.append(' ').append(number).append('\n');
            case Boolean bool -> text.append(' ').append(bool).append('\n');
            default -> text.append(' ').append(quoted(value.toString())).append('\n');
        }
    }

    private void item(String indent, Map<?, ?> item) {
        String prefix = "- ";
        for (var field : item.entrySet()) {
            int start = text.length();
            write(indent + "  ", field.getKey().toString(), field.getValue());
            text.replace(start + indent.length(), start + indent.length() + 2, prefix);
            prefix = "  ";
        }
    }

    private static String quoted(String value) {
        var quoted = new StringBuilder("\"");
        value.chars().forEach(character -> {
            switch (character) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                default -> {
                    if (character < ' ') {
                        quoted.append("\\u%04x".formatted(character));
                    } else {
                        quoted.append((char) character);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
