package io.numaresources.e2e;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.numaresources.testbed.machine.Machine;

/** Kubelets of machines, as an administrator sees them. */
final class Kubelets {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Kubelets() {}

    /** What the kubelet says its configuration is; missing while it does not answer. */
    static JsonNode configuration(KubernetesClient client, Machine machine) {
        try {
            var answer = client.raw("/api/v1/nodes/" + machine.name() + "/proxy/configz");
            return JSON.readTree(answer == null ? "{}" : answer).path("kubeletconfig");
        } catch (KubernetesClientException | JsonProcessingException e) {
            return JSON.missingNode();
        }
    }
}
