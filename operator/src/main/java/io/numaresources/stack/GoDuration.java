package io.numaresources.stack;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;

/** Durations as Go and the API write them: {@code 90s}, {@code 1m30s}, {@code 1.5h}. */
public final class GoDuration {
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h)");
    private static final Pattern WHOLE = Pattern.compile("(?:" + PART.pattern() + ")+");

    private GoDuration() {}

    /** @throws IllegalArgumentException where the text is no such duration */
    public static Duration parse(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new IllegalArgumentException("not a duration: '" + text + "', expected something like 10s");
        }
        var parts = PART.matcher(text);
        var total = Duration.ZERO;
        while (parts.find()) {
            long milliseconds = switch (parts.group(2)) {
                case "ms" -> 1;
                case "s" -> 1_000;
                case "m" -> 60_000;
                default -> 3_600_000;
            };
            total = total.plusMillis(new BigDecimal(parts.group(1))
                    .multiply(BigDecimal.valueOf(milliseconds))
                    .longValue());
        }
        return total;
    }
}
