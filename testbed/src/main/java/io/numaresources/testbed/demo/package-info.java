/** {@code make demo}: what the operator does, shown on a cluster. */
@NullMarked
package io.numaresources.testbed.demo;

import org.jspecify.annotations.NullMarked;
