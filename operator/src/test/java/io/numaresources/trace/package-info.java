/** Spans as an exporter gets them, without a collector. */
@NullMarked
package io.numaresources.trace;

import org.jspecify.annotations.NullMarked;
