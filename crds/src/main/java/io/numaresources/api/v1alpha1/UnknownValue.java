package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * A value that this version does not know, written by a newer one. It reads as absent; what it governs must be left as it is, since
 * the default that takes its place may be the opposite of what was asked for.
 *
 * @param path where in the spec, such as {@code nodeGroups[0].kubelet.topologyManager.policy}
 * @param value as it is stored
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record UnknownValue(String path, String value) {}
