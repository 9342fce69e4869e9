/** Tables and properties of the guard; no cluster. */
@NullMarked
package io.numaresources.guard;

import org.jspecify.annotations.NullMarked;
