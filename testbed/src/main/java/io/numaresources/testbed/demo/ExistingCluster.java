package io.numaresources.testbed.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.testbed.Manifests;
import io.numaresources.testbed.Nodes;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Command;
import io.numaresources.testbed.process.FreePorts;
import io.numaresources.testbed.process.RunFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The cluster that KUBECONFIG names. An operator that is installed in it is used, otherwise one runs here with the user's access. The
 * Deployments of the demo are removed at its end; the operator's resource stays.
 */
final class ExistingCluster implements Cluster {

    private static final Duration READY = Duration.ofMinutes(3);
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final String kubeconfig;
    private final KubernetesClient client;
    private final RunFolder folder = RunFolder.create(RunFolder.parent());
    private Optional<ChildProcess> operator = Optional.empty();

    private ExistingCluster(String kubeconfig) {
        this.kubeconfig = kubeconfig;
        this.client = new KubernetesClientBuilder().build();
    }

    /** Connects to the cluster of KUBECONFIG. */
    static ExistingCluster connect(String kubeconfig) {
        return new ExistingCluster(kubeconfig);
    }

    /**
     * Whether its nodes are simulated, so that nothing in it is of worth.
     *
     * @throws IllegalStateException if it doesn't answer, with its address
     */
    boolean isTestbed() {
        try {
            return !simulatedNodes().isEmpty();
        } catch (KubernetesClientException e) {
            var why =
                    Optional.ofNullable(e.getCause()).map(Throwable::getMessage).orElse(e.getMessage());
            throw new IllegalStateException(
                    "the nodes of the cluster that KUBECONFIG names, %s, can't be listed: %s".formatted(address(), why),
                    e);
        }
    }

    /** Address of its API server. */
    String address() {
        return client.getMasterUrl().toString();
    }

    @Override
    public KubernetesClient client() {
        return client;
    }

    @Override
    public String kubeconfig() {
        return kubeconfig;
    }

    @Override
    public void apply(Path... manifests) {
        new Manifests(client).apply(manifests);
    }

    @Override
    public String startOperator() {
        var deployment = client.apps()
                .deployments()
                .inNamespace(OperatorProcess.NAMESPACE)
                .withName(OperatorProcess.SERVICE_ACCOUNT);
        if (deployment.get() != null) {
            deployment.waitUntilReady(READY.toSeconds(), TimeUnit.SECONDS);
            return "installed and available";
        }
        var jar = RepositoryRoot.find().resolve("operator/target/quarkus-app/quarkus-run.jar");
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var command = new Command(
                OperatorProcess.SERVICE_ACCOUNT,
                java,
                List.of("-jar", jar.toString()),
                Map.of(
                        "POD_NAMESPACE",
                        OperatorProcess.NAMESPACE,
                        "QUARKUS_HTTP_HOST",
                        "127.0.0.1",
                        "QUARKUS_HTTP_PORT",
                        String.valueOf(new FreePorts().next())));
        operator = Optional.of(ChildProcess.start(command, folder.path()));
        return "a process of this machine with your access";
    }

    /** Puts the machines of a testbed into the sample's group. */
    void labelSimulatedNodes() {
        simulatedNodes().forEach(name -> Nodes.label(client, name, Map.of(GROUP_LABEL, "")));
    }

    private List<String> simulatedNodes() {
        return client.nodes().list().getItems().stream()
                .filter(node -> node.getMetadata().getAnnotations() != null
                        && node.getMetadata().getAnnotations().containsKey(SimulatedNodes.MACHINE))
                .map(node -> node.getMetadata().getName())
                .toList();
    }

    @Override
    public void requireAlive() {
        operator.ifPresent(ChildProcess::requireAlive);
    }

    @Override
    public void close() {
        client.namespaces().withName(Workload.NAMESPACE).delete();
        client.close();
        operator.ifPresent(running -> running.stop(GRACE));
        folder.close();
    }
}
