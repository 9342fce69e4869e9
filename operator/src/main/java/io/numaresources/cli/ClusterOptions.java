package io.numaresources.cli;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster, as kubectl says it. */
final class ClusterOptions {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int REQUEST_MILLIS = 30_000;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Kubeconfig file; default: KUBECONFIG, then ~/.kube/config, then the pod's service account.")
    @Nullable
    Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "Context of the kubeconfig; default: the current one.")
    @Nullable
    String context;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "Namespace; default: that of the context.")
    @Nullable
    String namespace;

    /** A client for the cluster; nothing is asked of it yet. */
    KubernetesClient connect() {
        var config = config();
        if (namespace != null) {
            config.setNamespace(namespace);
        } else if (config.getNamespace() == null) {
            config.setNamespace("default");
        }
        config.setUserAgent("kubectl-numa");
        config.setConnectionTimeout(CONNECT_MILLIS);
        config.setRequestTimeout(REQUEST_MILLIS);
        config.setRequestRetryBackoffLimit(1);
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(Codec.OBJECTS)
                .build();
    }

    /** The namespace that was asked for by option. */
    Optional<String> namespace() {
        return Optional.ofNullable(namespace);
    }

    private Config config() {
        if (kubeconfig == null) {
            return known(Config.autoConfigure(context));
        }
        if (!Files.isReadable(kubeconfig)) {
            throw new Failure("--kubeconfig " + kubeconfig + " can't be read: name a file that exists");
        }
        // the client takes file and context together from its settings only
        var before = System.getProperty(Config.KUBERNETES_KUBECONFIG_FILE);
        System.setProperty(Config.KUBERNETES_KUBECONFIG_FILE, kubeconfig.toString());
        try {
            return known(Config.autoConfigure(context));
        } finally {
            if (before == null) {
                System.clearProperty(Config.KUBERNETES_KUBECONFIG_FILE);
            } else {
                System.setProperty(Config.KUBERNETES_KUBECONFIG_FILE, before);
            }
        }
    }

    private Config known(Config config) {
        if (context != null && config.getContexts().stream().noneMatch(known -> context.equals(known.getName()))) {
            throw new Failure(
                    "--context " + context + " is not in the kubeconfig: kubectl config get-contexts lists what is");
        }
        return config;
    }
}
