package io.numaresources.platform;

import java.util.Optional;
import java.util.Set;

/**
 * Who owns a kubelet's configuration on managed and immutable systems, by what the Node says of itself. A change on such a node is lost with the next
 * repair or upgrade, or can't be written.
 */
final class Management {
    private Management() {}

    static Optional<String> of(String kubelet, String osImage, Set<String> labels) {
        if (kubelet.contains("-gke.") || labels.contains("cloud.google.com/gke-nodepool")) {
            return Optional.of("GKE");
        }
        if (labels.contains("kubernetes.azure.com/cluster")) {
            return Optional.of("AKS");
        }
        if (kubelet.contains("-eks-") && labels.contains("eks.amazonaws.com/nodegroup")) {
            return Optional.of("EKS managed node group");
        }
        if (kubelet.contains("-eks-") && labels.contains("eks.amazonaws.com/compute-type")) {
            return Optional.of("EKS");
        }
        if (osImage.startsWith("Talos")) {
            return Optional.of("Talos");
        }
        if (osImage.startsWith("Bottlerocket")) {
            return Optional.of("Bottlerocket");
        }
        return labels.contains("node.openshift.io/os_id") ? Optional.of("OpenShift") : Optional.empty();
    }
}
