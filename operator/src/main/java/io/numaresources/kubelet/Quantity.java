package io.numaresources.kubelet;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * An amount of a resource as Kubernetes writes it; equal amounts are equal however they were written ({@code 1Gi}, {@code 1024Mi}).
 *
 * @param amount bytes of memory, or CPUs
 */
public record Quantity(BigDecimal amount) implements Comparable<Quantity> {
    /** Nothing. */
    public static final Quantity ZERO = new Quantity(BigDecimal.ZERO);

    private static final Pattern TEXT =
            Pattern.compile("([+-]?\\d+(?:\\.\\d*)?|[+-]?\\.\\d+)(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\\d{1,2}))?");
    private static final Map<String, Integer> DECIMAL =
            Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
    private static final String BINARY = "KMGTPE";

    public Quantity {
        amount = amount.signum() == 0 ? BigDecimal.ZERO : amount.stripTrailingZeros();
    }

    /** Whole bytes. */
    public static Quantity ofBytes(long bytes) {
        return new Quantity(BigDecimal.valueOf(bytes));
    }

    /**
     * Reads {@code 1Gi}, {@code 500m}, {@code 2e3}, {@code 0.5}.
     *
     * @throws IllegalArgumentException where the text is no quantity; a percentage is none
     */
    public static Quantity parse(String text) {
        var match = TEXT.matcher(text.strip());
        if (!match.matches()) {
            throw new IllegalArgumentException("not a quantity: '" + text + "', expected something like 1Gi or 500m");
        }
        var number = new BigDecimal(match.group(1));
        String suffix = match.group(2);
        if (match.group(3) != null) {
            return new Quantity(number.scaleByPowerOfTen(Integer.parseInt(match.group(3))));
        }
        if (suffix == null) {
            return new Quantity(number);
        }
        if (suffix.endsWith("i")) {
            int power = BINARY.indexOf(suffix.charAt(0)) + 1;
            return new Quantity(number.multiply(BigDecimal.valueOf(1L << (10 * power))));
        }
        return new Quantity(number.scaleByPowerOfTen(DECIMAL.get(suffix)));
    }

    /** Bytes, a fraction rounded up as the kubelet does. */
    public long bytes() {
        return amount.setScale(0, RoundingMode.CEILING).longValueExact();
    }

    /** Whole CPUs, rounded up: how many CPUs the static CPU manager reserves for this amount. */
    public int wholeCpus() {
        return amount.setScale(0, RoundingMode.CEILING).intValueExact();
    }

    /** The sum. */
    public Quantity plus(Quantity other) {
        return new Quantity(amount.add(other.amount));
    }

    /** Whether it is nothing. */
    public boolean isZero() {
        return amount.signum() == 0;
    }

    @Override
    public int compareTo(Quantity other) {
        return amount.compareTo(other.amount);
    }

    /** A text that parses to the same amount: the largest binary unit that divides it from Mi on, else milli or plain. */
    @Override
    public String toString() {
        if (amount.scale() > 0) {
            var milli = amount.scaleByPowerOfTen(3);
            return milli.stripTrailingZeros().scale() <= 0 ? milli.toBigInteger() + "m" : amount.toPlainString();
        }
        var whole = amount.toBigIntegerExact();
        if (whole.bitLength() < 63 && whole.signum() > 0) {
            long value = whole.longValueExact();
            for (int power = 4; power >= 2; power--) {
                long unit = 1L << (10 * power);
                if (value % unit == 0) {
                    return value / unit + BINARY.substring(power - 1, power) + "i";
                }
            }
        }
        return whole.toString();
    }
}
