/** Each check: passes, fails, boundary. */
@NullMarked
package io.numaresources.kubelet.preflight;

import org.jspecify.annotations.NullMarked;
