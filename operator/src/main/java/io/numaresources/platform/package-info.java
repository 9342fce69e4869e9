/** What this cluster is and holds: its version and slim views of its nodes and topologies. */
@NullMarked
package io.numaresources.platform;

import org.jspecify.annotations.NullMarked;
