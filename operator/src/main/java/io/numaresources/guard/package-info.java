/**
 * Watches over what the groups' nodes do: pods that kubelets reject again and again. From snapshots and records to findings and to what may be
 * deleted. Pure: no client, no clock.
 *
 * <p>The way in: {@link io.numaresources.guard.Rejection} reads a pod, {@link io.numaresources.guard.RejectionLedger} keeps them.
 */
@NullMarked
package io.numaresources.guard;

import org.jspecify.annotations.NullMarked;
