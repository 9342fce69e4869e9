/** Checks of a cluster: one pure function for each, over facts that were read before. */
@NullMarked
package io.numaresources.cli.validate;

import org.jspecify.annotations.NullMarked;
