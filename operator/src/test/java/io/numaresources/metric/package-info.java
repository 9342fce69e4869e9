/** The catalogue of metrics against the code, the page, the alerts and the dashboard. */
@NullMarked
package io.numaresources.metric;

import org.jspecify.annotations.NullMarked;
