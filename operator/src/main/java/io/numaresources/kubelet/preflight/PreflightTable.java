package io.numaresources.kubelet.preflight;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The table of checks and problems as it stands in docs/kubelet.md. */
public final class PreflightTable {
    /** Line before the generated part. */
    public static final String BEGIN = "<!-- generated: pre-flight -->";

    /** Line after the generated part. */
    public static final String END = "<!-- end of generated part -->";

    private PreflightTable() {}

    /** Two tables in Markdown. */
    public static String markdown() {
        return "| id | looks at | passes when |\n|---|---|---|\n"
                + Arrays.stream(Check.values())
                        .map(check -> "| %s | %s | %s |\n".formatted(check, check.title(), check.passes()))
                        .collect(Collectors.joining())
                + "\n| id | reason | severity | what it means | what to do |\n|---|---|---|---|---|\n"
                + Arrays.stream(Problem.values())
                        .map(problem -> "| %s | %s | %s | %s | %s |\n"
                                .formatted(
                                        problem.id(),
                                        problem.reason(),
                                        problem.severity().name().toLowerCase(Locale.ROOT),
                                        problem.meaning(),
                                        problem.remedy()))
                        .collect(Collectors.joining());
    }

    /**
     * A document with the generated part brought up to date.
     *
     * @throws IllegalArgumentException where the document lacks the two marking lines
     */
    public static String insertInto(String document) {
        int begin = document.indexOf(BEGIN);
        int end = document.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("the document has no lines " + BEGIN + " and " + END);
        }
        return document.substring(0, begin + BEGIN.length()) + "\n" + markdown() + document.substring(end);
    }
}
