package io.numaresources.kubelet;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.Set;

/** Texts for people in a properties file that lies beside a class. */
public final class Texts {
    private final String resource;
    private final Properties texts = new Properties();

    private Texts(String resource) {
        this.resource = resource;
    }

    /**
     * Reads a file.
     *
     * @throws IllegalStateException where it is not on the class path
     */
    public static Texts beside(Class<?> type, String resource) {
        var read = new Texts(resource);
        try (var in = type.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not on the class path");
            }
            read.texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read;
    }

    /**
     * A text.
     *
     * @throws IllegalStateException where the file lacks it
     */
    public String of(String key) {
        String text = texts.getProperty(key);
        if (text == null) {
            throw new IllegalStateException(resource + " lacks " + key);
        }
        return text;
    }

    /** All keys. */
    public Set<String> keys() {
        return texts.stringPropertyNames();
    }
}
