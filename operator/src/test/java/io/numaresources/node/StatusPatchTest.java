package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatusPatchTest {
    private static final NUMANode SEEN = Serialization.unmarshal("""
            apiVersion: numaresources.io/v1alpha1
            kind: NUMANode
            metadata: {name: a, resourceVersion: "7"}
            spec: {group: hpc}
            status:
              phase: Drained
              step: any
              transitions: {Granted: "1", Drained: "2"}
              kubelet: {version: v1.34.4, unit: kubelet.service, inheritedOptions: [a, b]}
            """, NUMANode.class);

    @Test
    void asksForNothingWhereNothingDiffers() {
        assertThat(StatusPatch.of(
                        SEEN,
                        Map.of("phase", "Drained", "kubelet", SEEN.getStatus().kubelet())))
                .isEmpty();
    }

    @Test
    void namesWhatDiffersAndTheVersionThatItHoldsFor() {
        var fields = new HashMap<String, @Nullable Object>();
        fields.put("step", null);
        fields.put("policy", null);
        fields.put("phase", "BackedUp");
        fields.put("kubelet", Map.of("version", "v1.34.5", "inheritedOptions", java.util.List.of("b")));
        fields.put("transitions", Map.of("Granted", "1", "Drained", "2", "BackedUp", "3"));
        assertThat(Serialization.unmarshal(StatusPatch.of(SEEN, fields).orElseThrow(), JsonNode.class))
                .isEqualTo(Serialization.unmarshal("""
                        metadata: {resourceVersion: "7"}
                        status:
                          phase: BackedUp
                          step: null
                          kubelet: {version: v1.34.5, unit: null, inheritedOptions: [b]}
                          transitions: {BackedUp: "3"}
                        """, JsonNode.class));
    }
}
