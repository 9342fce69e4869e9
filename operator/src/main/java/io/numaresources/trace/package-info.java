/** Traces of what the operator does, off unless OpenTelemetry's environment variables ask for them: {@code docs/tracing.md}. */
@NullMarked
package io.numaresources.trace;

import org.jspecify.annotations.NullMarked;
