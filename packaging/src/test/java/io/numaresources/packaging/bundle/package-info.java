/** The bundle's content. */
@NullMarked
package io.numaresources.packaging.bundle;

import org.jspecify.annotations.NullMarked;
