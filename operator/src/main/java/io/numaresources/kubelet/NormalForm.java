package io.numaresources.kubelet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The owned fields of a configuration reduced to what they mean, so that two of them can be compared: quantities as plain numbers, durations in
 * one unit, defaults filled in, options that are off left out, reservedMemory by zone.
 *
 * @param values canonical text by field, nested fields with dots
 */
public record NormalForm(SortedMap<String, String> values) {
    /** A field whose value is not the wanted one; an empty text stands for an absent value. */
    public record Difference(String field, String wanted, String live) {
        @Override
        public String toString() {
            return field + " is " + (live.isEmpty() ? "absent" : live) + ", wanted "
                    + (wanted.isEmpty() ? "none" : wanted);
        }
    }

    public NormalForm {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** The normal form of a wanted configuration. */
    public static NormalForm of(OwnedConfiguration wanted) {
        return of(wanted.toMap(), wanted);
    }

    /**
     * The normal form of a kubelet's own JSON: of the object {@code kubeletconfig} in an answer of /configz. A value that can't be read stays as it
     * is, and so differs from any wanted one.
     *
     * @param kubeletConfig parsed JSON
     * @param wanted says which eviction signals and feature gates count; the live configuration has more
     */
    public static NormalForm of(Map<String, ?> kubeletConfig, OwnedConfiguration wanted) {
        var signals = new TreeSet<>(wanted.reserved().evictionHard().keySet());
        signals.add("memory.available");
        var reader = new Reader(kubeletConfig);
        reader.scalar("cpuManagerPolicy", "none", UnaryOperator.identity());
        reader.scalar("cpuManagerReconcilePeriod", "10s", text -> GoText.of(GoText.duration(text)));
        reader.scalar("reservedSystemCPUs", "", text -> CpuSet.parse(text).toString());
        reader.scalar("memoryManagerPolicy", "None", UnaryOperator.identity());
        reader.scalar("topologyManagerPolicy", "none", UnaryOperator.identity());
        reader.scalar("topologyManagerScope", "container", UnaryOperator.identity());
        reader.map("cpuManagerPolicyOptions", null, NormalForm::option);
        reader.map("topologyManagerPolicyOptions", null, NormalForm::option);
        // with reservedSystemCPUs the kubelet overwrites both, before or after configz is registered
        var owned = reader.values.containsKey("reservedSystemCPUs") ? Set.of("memory") : Set.of("cpu", "memory");
        reader.map("kubeReserved", owned, NormalForm::amount);
        reader.map("systemReserved", owned, NormalForm::amount);
        reader.map("evictionHard", signals, NormalForm::threshold);
        reader.map("featureGates", wanted.featureGates().keySet(), UnaryOperator.identity());
        reader.reservedMemory();
        return new NormalForm(reader.values);
    }

    /** What differs in a live configuration, by field. */
    public List<Difference> differences(NormalForm live) {
        var fields = new TreeSet<>(values.keySet());
        fields.addAll(live.values.keySet());
        var found = new ArrayList<Difference>();
        for (String field : fields) {
            String wanted = value(field);
            String seen = live.value(field);
            if (!wanted.equals(seen)) {
                found.add(new Difference(field, wanted, seen));
            }
        }
        return found;
    }

    /** The canonical text of a field; empty where it is absent. */
    public String value(String field) {
        return values.getOrDefault(field, "");
    }

    /** 16 hexadecimal digits over all fields. */
    public String hash() {
        var text = new StringBuilder();
        values.forEach(
                (field, value) -> text.append(field).append('=').append(value).append('\n'));
        return ShortHash.of(text.toString());
    }

    private static String option(String text) {
        return GoText.bool(text).map(bool -> bool ? "true" : "").orElse(text);
    }

    private static String amount(String text) {
        var quantity = Quantity.parse(text);
        return quantity.isZero() ? "" : quantity.amount().toPlainString();
    }

    private static String threshold(String text) {
        if (text.equals("0%") || text.equals("100%")) {
            return "";
        }
        return text.endsWith("%") ? text : amount(text);
    }
}
