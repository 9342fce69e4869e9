/**
 * Desired objects of updaters, scheduler, RBAC and the NodeResourceTopology CRD for a spec and a cluster's facts. Pure: no
 * client, no clock, no files but the version matrix on the class path.
 */
@NullMarked
package io.numaresources.stack;

import org.jspecify.annotations.NullMarked;
