package io.numaresources.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TopologyDefinitionTest {

    @Test
    void nobodyCanChangeWhatTheNextOneGets() {
        var before = TopologyDefinition.copy();
        var changed = TopologyDefinition.copy();
        changed.getMetadata().setLabels(Map.of());
        changed.getSpec().getVersions().forEach(version -> {
            version.setStorage(false);
            version.getSchema()
                    .getOpenAPIV3Schema()
                    .getProperties()
                    .get("zones")
                    .setDescription("changed");
        });

        assertThat(changed).isNotEqualTo(before);
        assertThat(TopologyDefinition.copy()).isEqualTo(before);
    }

    @Test
    void storesTheNewerVersionAndServesBoth() {
        assertThat(TopologyDefinition.copy().getSpec().getVersions())
                .extracting(version -> version.getName() + " " + version.getServed() + " " + version.getStorage())
                .containsExactlyInAnyOrder("v1alpha1 true false", "v1alpha2 true true");
    }
}
