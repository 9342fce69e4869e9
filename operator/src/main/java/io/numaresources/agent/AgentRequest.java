package io.numaresources.agent;

import io.fabric8.kubernetes.api.model.LocalObjectReference;
import java.time.Duration;
import java.util.List;

/**
 * What a pod of the agent has to know. The agent has no right to read nodes, so it is told about its own.
 *
 * @param node the node
 * @param group the node's group
 * @param kubeletVersion as the node tells it, such as v1.34.4
 * @param image the operator's own
 * @param imagePullSecrets names of secrets in the agents' namespace
 * @param rollbackAfter how long a changed kubelet may take to prove itself before the host's timer restores the former configuration
 * @param deadline how long the pod may run
 */
public record AgentRequest(
        String node,
        String group,
        String kubeletVersion,
        String image,
        List<LocalObjectReference> imagePullSecrets,
        Duration rollbackAfter,
        Duration deadline) {
    public AgentRequest {
        imagePullSecrets = List.copyOf(imagePullSecrets);
    }
}
