/** The operator with real kubelets on NUMA machines; run by {@code make e2e}. */
@NullMarked
package io.numaresources.e2e;

import org.jspecify.annotations.NullMarked;
