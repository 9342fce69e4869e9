/**
 * The kubelet's resource-manager configuration: typed model of the fields this operator owns, rules per kubelet minor, reservation
 * arithmetic, the drop-in, which state files a change invalidates, and the comparison with a live configz. Uses the JDK only.
 */
@NullMarked
package io.numaresources.kubelet;

import org.jspecify.annotations.NullMarked;
