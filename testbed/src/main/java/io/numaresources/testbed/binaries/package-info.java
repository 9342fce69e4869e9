/** The programs of the control plane: built from the Go modules under testbed/go and cached outside the tree. */
@NullMarked
package io.numaresources.testbed.binaries;

import org.jspecify.annotations.NullMarked;
