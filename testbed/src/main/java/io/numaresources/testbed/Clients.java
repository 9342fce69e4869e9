package io.numaresources.testbed;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.numaresources.testbed.process.Kubeconfig;

/** Clients that take nothing from the environment and say in the audit log that they are the testbed's. */
final class Clients {

    /** User agent of the testbed's own requests. */
    static final String USER_AGENT = "numaresources-testbed";

    private Clients() {}

    static KubernetesClient of(Kubeconfig kubeconfig) {
        return new KubernetesClientBuilder().withConfig(config(kubeconfig)).build();
    }

    static KubernetesClient withoutRetries(Kubeconfig kubeconfig) {
        var config = config(kubeconfig);
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static Config config(Kubeconfig kubeconfig) {
        var config = Config.fromKubeconfig(kubeconfig.yaml());
        config.setUserAgent(USER_AGENT);
        config.setNamespace("default");
        return config;
    }
}
