/** Tables and properties of the rollout. */
@NullMarked
package io.numaresources.rollout;

import org.jspecify.annotations.NullMarked;
