/** The image. */
@NullMarked
package io.numaresources.packaging.image;

import org.jspecify.annotations.NullMarked;
