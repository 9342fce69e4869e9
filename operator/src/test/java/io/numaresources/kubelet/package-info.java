/** Tables and properties of the kubelet's rules. */
@NullMarked
package io.numaresources.kubelet;

import org.jspecify.annotations.NullMarked;
