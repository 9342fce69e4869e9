/** The command line of the image: the operator itself, what runs on nodes, and {@code kubectl numa}. */
@NullMarked
package io.numaresources.cli;

import org.jspecify.annotations.NullMarked;
