package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Quantities as the API server writes them back ({@code 1000m} becomes {@code 1}, {@code 1024Mi} becomes {@code 1Gi}): no
 * fraction, the largest suffix that loses nothing (apimachinery, resource.Quantity.CanonicalizeBytes). A desired object that
 * says it otherwise would differ from the stored one for ever.
 */
final class CanonicalQuantity {
    private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final List<String> DECIMAL = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    private static final BigInteger BINARY_STEP = BigInteger.valueOf(1024);
    private static final BigInteger DECIMAL_STEP = BigInteger.valueOf(1000);
    private static final int NANO_DIGITS = 9;

    private CanonicalQuantity() {}

    static ResourceRequirements of(ResourceRequirements given) {
        return new ResourceRequirementsBuilder(given)
                .withRequests(all(given.getRequests()))
                .withLimits(all(given.getLimits()))
                .build();
    }

    private static Map<String, Quantity> all(@Nullable Map<String, Quantity> quantities) {
        var canonical = new TreeMap<String, Quantity>();
        if (quantities != null) {
            quantities.forEach((name, quantity) -> canonical.put(name, of(quantity)));
        }
        return canonical;
    }

    static Quantity of(Quantity quantity) {
        String format = quantity.getFormat() == null ? "" : quantity.getFormat();
        if (format.startsWith("e") || format.length() > 1 && format.startsWith("E") && !"Ei".equals(format)) {
            return quantity;
        }
        BigDecimal amount = exact(quantity.getAmount(), format);
        boolean binary = format.endsWith("i") && amount.abs().compareTo(BigDecimal.valueOf(1024)) >= 0;
        if (binary && amount.stripTrailingZeros().scale() <= 0) {
            return scaled(amount.toBigInteger(), BINARY_STEP, BINARY);
        }
        return scaled(
                amount.movePointRight(NANO_DIGITS)
                        .setScale(0, RoundingMode.CEILING)
                        .toBigInteger(),
                DECIMAL_STEP,
                DECIMAL);
    }

    /** Quantity.getNumericalAmount rounds to 16 digits. */
    private static BigDecimal exact(String amount, String format) {
        int binary = BINARY.indexOf(format);
        return binary > 0
                ? new BigDecimal(amount).multiply(new BigDecimal(BINARY_STEP.pow(binary)))
                : new BigDecimal(amount).scaleByPowerOfTen(3 * (DECIMAL.indexOf(format) - DECIMAL.indexOf("")));
    }

    private static Quantity scaled(BigInteger amount, BigInteger step, List<String> suffixes) {
        if (amount.signum() == 0) {
            return new Quantity("0", "");
        }
        var rest = amount;
        int suffix = 0;
        while (suffix < suffixes.size() - 1 && rest.mod(step).signum() == 0) {
            rest = rest.divide(step);
            suffix++;
        }
        return new Quantity(rest.toString(), suffixes.get(suffix));
    }
}
