/** Tests of waits. */
@NullMarked
package io.numaresources.time;

import org.jspecify.annotations.NullMarked;
