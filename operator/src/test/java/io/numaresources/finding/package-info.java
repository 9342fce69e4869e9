/** The catalogue, its page and its use. */
@NullMarked
package io.numaresources.finding;

import org.jspecify.annotations.NullMarked;
