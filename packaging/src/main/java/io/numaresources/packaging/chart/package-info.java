/** The Helm chart. */
@NullMarked
package io.numaresources.packaging.chart;

import org.jspecify.annotations.NullMarked;
