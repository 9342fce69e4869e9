/** Measures the packaged operator on a control plane of its own and writes docs/benchmarks.md. */
@NullMarked
package io.numaresources.testbed.bench;

import org.jspecify.annotations.NullMarked;
