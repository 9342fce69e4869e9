package io.numaresources.testbed.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;

/** Where the demo takes place. */
sealed interface Cluster extends AutoCloseable permits OwnCluster, ExistingCluster {

    /** Label of the nodes in the sample's group. */
    String GROUP_LABEL = "node-role.kubernetes.io/hpc";

    /** A client of an administrator. */
    KubernetesClient client();

    /** File for kubectl's KUBECONFIG. */
    String kubeconfig();

    /** Applies YAML files or folders of them. */
    void apply(Path... manifests);

    /** Makes sure that an operator runs and is ready; says how. */
    String startOperator();

    /** Fails if something that the demo needs has ended. */
    void requireAlive();

    /** Ends what was started. */
    @Override
    void close();
}
