package io.numaresources.explain;

/**
 * Something to say about a pod.
 *
 * @param pod which pod
 * @param reason one word for an event
 * @param warning whether it is a warning
 * @param sentence what there is to say
 * @param first whether nothing was said about the pod before
 */
public record Telling(WaitingPod pod, String reason, boolean warning, String sentence, boolean first) {}
