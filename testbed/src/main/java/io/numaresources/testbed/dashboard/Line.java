package io.numaresources.testbed.dashboard;

import java.util.List;

/**
 * A series of a panel.
 *
 * @param name what its legend says
 * @param points its numbers, in the order of time
 */
record Line(String name, List<Point> points) {

    /** A number at a time in seconds. */
    record Point(double time, double value) {}

    double last() {
        return points.getLast().value();
    }
}
