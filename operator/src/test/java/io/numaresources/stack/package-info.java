/** Tables, golden manifests and properties of the planner; no cluster. */
@NullMarked
package io.numaresources.stack;

import org.jspecify.annotations.NullMarked;
