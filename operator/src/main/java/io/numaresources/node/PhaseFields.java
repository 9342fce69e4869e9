package io.numaresources.node;

import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.rollout.Phase;
import io.numaresources.rollout.Step;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a change of phase means in a NUMANode's status. */
final class PhaseFields {
    private PhaseFields() {}

    /** The phase that is written down; Pending where none is. */
    static Phase phase(NUMANode node) {
        var phase = node.getStatus() == null ? null : node.getStatus().phase();
        return phase == null ? Phase.PENDING : Phase.parse(phase.value());
    }

    /**
     * The fields that change.
     *
     * @param node as it was read last
     * @param phase the phase that is entered
     * @param reason what went wrong; where nothing did, the message is what is done next
     * @param clock the time
     */
    static Map<String, @Nullable Object> of(NUMANode node, Phase phase, Optional<String> reason, InstantSource clock) {
        var transitions = new TreeMap<String, String>(
                node.getStatus() == null ? Map.of() : node.getStatus().transitions());
        transitions.put(
                phase.value(), clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
        var fields = new HashMap<String, @Nullable Object>();
        fields.put("phase", phase.value());
        fields.put("transitions", transitions);
        fields.put("step", null);
        fields.put("message", reason.or(() -> phase.next().map(Step::doing)).orElse(null));
        return fields;
    }
}
