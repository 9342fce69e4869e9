package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.Texts;
import java.util.Set;

/** The texts of problems.properties. */
final class ProblemTexts {
    private static final Texts TEXTS = Texts.beside(ProblemTexts.class, "problems.properties");

    private ProblemTexts() {}

    static String of(String key) {
        return TEXTS.of(key);
    }

    static Set<String> keys() {
        return TEXTS.keys();
    }
}
