/** Conditions and summaries from observations. Pure. */
@NullMarked
package io.numaresources.status;

import org.jspecify.annotations.NullMarked;
