/**
 * What is checked before a node is touched: one pure function for each of P01 to P19, over facts that others gathered. Uses the JDK only.
 */
@NullMarked
package io.numaresources.kubelet.preflight;

import org.jspecify.annotations.NullMarked;
