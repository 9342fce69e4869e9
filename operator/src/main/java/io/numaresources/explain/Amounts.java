package io.numaresources.explain;

import io.fabric8.kubernetes.api.model.Quantity;
import io.numaresources.topology.Resources;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Quantities as the verdict engine counts them: milli-CPUs, bytes, else a count. */
public final class Amounts {
    private Amounts() {}

    /** A list of quantities, such as requests; nothing where it is absent. */
    public static Resources of(@Nullable Map<String, Quantity> quantities) {
        if (quantities == null || quantities.isEmpty()) {
            return Resources.NONE;
        }
        var amounts = new HashMap<String, Long>();
        quantities.forEach((name, quantity) -> amounts.put(name, of(name, quantity.toString())));
        return new Resources(amounts);
    }

    /**
     * One quantity, a fraction rounded up.
     *
     * @param resource its name, since CPUs are counted in thousandths
     * @throws IllegalArgumentException where the text is no quantity
     */
    static long of(String resource, String text) {
        int unit = Resources.CPU.equals(resource) ? 1000 : 1;
        if (plain(text)) {
            return Math.multiplyExact(Long.parseLong(text), unit);
        }
        var amount = io.numaresources.kubelet.Quantity.parse(text).amount();
        try {
            return new io.numaresources.kubelet.Quantity(amount.multiply(java.math.BigDecimal.valueOf(unit))).bytes();
        } catch (ArithmeticException tooLarge) {
            throw new IllegalArgumentException("the quantity " + text + " is too large", tooLarge);
        }
    }

    /** Updaters write plain integers, of which a large cluster has very many. */
    private static boolean plain(String text) {
        return !text.isEmpty() && text.length() <= 15 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
