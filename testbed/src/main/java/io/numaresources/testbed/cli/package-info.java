/** The testbed's command line. */
@NullMarked
package io.numaresources.testbed.cli;

import org.jspecify.annotations.NullMarked;
