/** The operator as a process beside the control plane. */
@NullMarked
package io.numaresources.testbed.operator;

import org.jspecify.annotations.NullMarked;
