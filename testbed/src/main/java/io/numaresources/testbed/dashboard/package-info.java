/** Draws config/prometheus/dashboard.json as a picture, from the metrics of an operator at work. */
@NullMarked
package io.numaresources.testbed.dashboard;

import org.jspecify.annotations.NullMarked;
