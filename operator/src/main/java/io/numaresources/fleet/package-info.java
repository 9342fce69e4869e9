/**
 * From groups and NUMANodes to what the core works with: wishes, machines, pre-flight subjects, rollout groups, and from its answers to what people
 * read. Pure: no client, no clock.
 */
@NullMarked
package io.numaresources.fleet;

import org.jspecify.annotations.NullMarked;
