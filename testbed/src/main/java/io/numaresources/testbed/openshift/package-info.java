/** OpenShift's kinds, and a machine-config operator without machines. */
@NullMarked
package io.numaresources.testbed.openshift;

import org.jspecify.annotations.NullMarked;
