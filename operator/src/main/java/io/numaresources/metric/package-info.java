/** The catalogue of the operator's metrics. Pure; a package of its own, as alerts, dashboards and documentation are checked against it. */
@NullMarked
package io.numaresources.metric;

import org.jspecify.annotations.NullMarked;
