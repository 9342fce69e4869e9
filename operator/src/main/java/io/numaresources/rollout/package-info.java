/**
 * Which node of a group may do what next: the per-node state machine, the budget, canary, order, freeze and pause. No clock, no client: what is
 * known comes in as records, what may happen goes out.
 */
@NullMarked
package io.numaresources.rollout;

import org.jspecify.annotations.NullMarked;
