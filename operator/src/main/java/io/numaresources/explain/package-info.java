/**
 * From the objects of a cluster to the verdict engine and back to people: reads nodes, NodeResourceTopologies and pods into the model of
 * {@code topology}, decides which nodes a pod may go to at all, and says in a sentence why none takes it. Pure: no client, no clock.
 *
 * <p>The way in: {@link io.numaresources.explain.PublishedTopology} and {@link io.numaresources.explain.NodePlace} make a
 * {@link io.numaresources.explain.Candidate}, {@link io.numaresources.explain.PodQuestion} asks about a pod.
 */
@NullMarked
package io.numaresources.explain;

import org.jspecify.annotations.NullMarked;
