/** The operator's image, built by jib without a Docker daemon. */
@NullMarked
package io.numaresources.packaging.image;

import org.jspecify.annotations.NullMarked;
