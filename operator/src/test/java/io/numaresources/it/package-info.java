/** The operator as users run it: its packaged jar, its shipped RBAC, a real API server, the kubelet's own admission. */
@NullMarked
package io.numaresources.it;

import org.jspecify.annotations.NullMarked;
