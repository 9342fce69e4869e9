package io.numaresources.kubelet.preflight;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.Set;

/** The texts of problems.properties. */
final class ProblemTexts {
    private static final String RESOURCE = "problems.properties";
    private static final Properties TEXTS = load();

    private ProblemTexts() {}

    static String of(String key) {
        String text = TEXTS.getProperty(key);
        if (text == null) {
            throw new IllegalStateException(RESOURCE + " lacks " + key);
        }
        return text;
    }

    static Set<String> keys() {
        return TEXTS.stringPropertyNames();
    }

    private static Properties load() {
        var texts = new Properties();
        try (var in = ProblemTexts.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not on the class path");
            }
            texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}
