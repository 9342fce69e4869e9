/** The node's side, on trees of files and against a systemd that is made up. */
@NullMarked
package io.numaresources.node;

import org.jspecify.annotations.NullMarked;
