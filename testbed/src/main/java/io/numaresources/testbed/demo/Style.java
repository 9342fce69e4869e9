package io.numaresources.testbed.demo;

import java.util.regex.Pattern;

/** Colours of a terminal, as the escape sequences that every one of them knows. */
enum Style {
    BOLD(1),
    DIM(2),
    RED(31),
    GREEN(32),
    YELLOW(33),
    CYAN(36);

    /** What ends a style. */
    static final String RESET = "\u001b[0m";

    private static final Pattern SEQUENCE = Pattern.compile("\u001b\\[[0-9;]*m");

    private final int code;

    Style(int code) {
        this.code = code;
    }

    /** The text in this style. */
    String of(String text) {
        return sequence() + text + RESET;
    }

    /** What begins the style. */
    String sequence() {
        return "\u001b[" + code + "m";
    }

    /** The text without its styles. */
    static String plain(String text) {
        return SEQUENCE.matcher(text).replaceAll("");
    }
}
