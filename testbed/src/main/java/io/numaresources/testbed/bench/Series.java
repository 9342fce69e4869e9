package io.numaresources.testbed.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Values of one quantity, measured one or more times.
 *
 * @param values in the order of measurement, all in one unit
 */
record Series(List<Double> values) {

    Series {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a series has at least one value");
        }
    }

    static Series of(double... values) {
        var list = new ArrayList<Double>();
        for (var value : values) {
            list.add(value);
        }
        return new Series(list);
    }

    double median() {
        var sorted = sorted();
        var middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The smallest value that 95 of 100 don't exceed; of few values the largest. */
    double p95() {
        var sorted = sorted();
        return sorted.get((int) Math.ceil(0.95 * sorted.size()) - 1);
    }

    double least() {
        return sorted().getFirst();
    }

    double greatest() {
        return sorted().getLast();
    }

    int count() {
        return values.size();
    }

    private List<Double> sorted() {
        return values.stream().sorted().toList();
    }
}
