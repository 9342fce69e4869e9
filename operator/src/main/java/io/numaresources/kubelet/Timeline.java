package io.numaresources.kubelet;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Maturity by kubelet minor.
 *
 * @param since minor from which a maturity holds until the next entry; absent before the first
 */
record Timeline(SortedMap<Integer, Maturity> since) {
    Timeline {
        since = new TreeMap<>(since);
    }

    /** One maturity from a minor on. */
    static Timeline from(int minor, Maturity maturity) {
        return new Timeline(new TreeMap<>(Map.of(minor, maturity)));
    }

    /** This, with another maturity from a minor on. */
    Timeline then(int minor, Maturity maturity) {
        var longer = new TreeMap<>(since);
        longer.put(minor, maturity);
        return new Timeline(longer);
    }

    Maturity at(KubeletVersion version) {
        var until = since.headMap(version.minor() + 1);
        return until.isEmpty() ? Maturity.ABSENT : until.get(until.lastKey());
    }
}
