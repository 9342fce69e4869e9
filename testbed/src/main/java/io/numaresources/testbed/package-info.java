/** A real Kubernetes control plane on loopback, with simulated nodes, for tests, demo and benchmarks. */
@NullMarked
package io.numaresources.testbed;

import org.jspecify.annotations.NullMarked;
