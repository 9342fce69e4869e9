/** Waits by a wall clock that may be set back. */
@NullMarked
package io.numaresources.time;

import org.jspecify.annotations.NullMarked;
