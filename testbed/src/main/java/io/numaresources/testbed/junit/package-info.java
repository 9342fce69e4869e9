/** One control plane per JVM for JUnit tests, with a clean state for each class. */
@NullMarked
package io.numaresources.testbed.junit;

import org.jspecify.annotations.NullMarked;
