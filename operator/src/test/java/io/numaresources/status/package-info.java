/** Conditions and summaries, by tables. */
@NullMarked
package io.numaresources.status;

import org.jspecify.annotations.NullMarked;
