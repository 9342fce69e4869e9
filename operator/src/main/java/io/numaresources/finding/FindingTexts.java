package io.numaresources.finding;

import io.numaresources.kubelet.Texts;
import java.util.Set;

/** The texts of findings.properties. */
final class FindingTexts {
    private static final Texts TEXTS = Texts.beside(FindingTexts.class, "findings.properties");

    private FindingTexts() {}

    static String of(String key) {
        return TEXTS.of(key);
    }

    static Set<String> keys() {
        return TEXTS.keys();
    }
}
