/** The NUMA scheduler as a process, run exactly as the operator's Deployment asks for it. */
@NullMarked
package io.numaresources.testbed.scheduler;

import org.jspecify.annotations.NullMarked;
