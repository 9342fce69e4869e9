package io.numaresources.kubelet;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Values as Go's standard library reads them, since that is what the kubelet does. */
final class GoText {
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|µs|ms|s|m|h)");
    private static final Pattern WHOLE = Pattern.compile("0|(?:" + PART.pattern() + ")+");
    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    private GoText() {}

    /** strconv.ParseBool; empty where it would fail. */
    static Optional<Boolean> bool(String text) {
        if (TRUE.contains(text)) {
            return Optional.of(true);
        }
        return FALSE.contains(text) ? Optional.of(false) : Optional.empty();
    }

    /**
     * time.ParseDuration without signs.
     *
     * @throws IllegalArgumentException where the text is no such duration
     */
    static Duration duration(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new IllegalArgumentException("not a duration: '" + text + "', expected something like 10s");
        }
        var nanos = BigDecimal.ZERO;
        var parts = PART.matcher(text);
        while (parts.find()) {
            long unit = switch (parts.group(2)) {
                case "ns" -> 1;
                case "us", "µs" -> 1_000;
                case "ms" -> 1_000_000;
                case "s" -> 1_000_000_000;
                case "m" -> 60_000_000_000L;
                default -> 3_600_000_000_000L;
            };
            nanos = nanos.add(new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(unit)));
        }
        return Duration.ofNanos(nanos.longValue());
    }

    /** A text that time.ParseDuration reads as this duration, in the largest unit that holds it: s, ms or ns. */
    static String of(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos % 1_000_000_000 == 0) {
            return nanos / 1_000_000_000 + "s";
        }
        return nanos % 1_000_000 == 0 ? nanos / 1_000_000 + "ms" : nanos + "ns";
    }
}
