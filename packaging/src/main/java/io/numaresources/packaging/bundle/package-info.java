/** The OLM bundle and its catalog template. */
@NullMarked
package io.numaresources.packaging.bundle;

import org.jspecify.annotations.NullMarked;
