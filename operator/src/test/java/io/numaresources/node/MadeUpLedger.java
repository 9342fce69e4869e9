package io.numaresources.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.rollout.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A NUMANode as an API server keeps it: patches are merged, and one of an older version is a conflict. */
final class MadeUpLedger implements Ledger {
    final List<Phase> phases = new ArrayList<>();
    /** Runs before each request; may throw. */
    Runnable onRequest = () -> {};
    /** Runs after each write was stored and before it is answered; may throw. */
    Runnable onAnswer = () -> {};

    private @Nullable NUMANode stored;
    private int version = 1;

    MadeUpLedger(NUMANodeSpec spec) {
        var node = new NUMANode();
        node.getMetadata().setName("worker-1");
        node.setSpec(spec);
        store(node);
    }

    NUMANode node() {
        return java.util.Objects.requireNonNull(stored);
    }

    Phase phase() {
        return PhaseFields.phase(node());
    }

    /** As the operator does. */
    void enter(Phase phase) {
        merge(Map.of("phase", phase.value()));
    }

    void grant(NUMANodeSpec spec) {
        node().setSpec(spec);
        store(node());
    }

    void delete() {
        stored = null;
    }

    @Override
    public Optional<NUMANode> read() {
        onRequest.run();
        return Optional.ofNullable(stored).map(MadeUpLedger::copy);
    }

    @Override
    public NUMANode write(NUMANode seen, Map<String, @Nullable Object> fields) {
        var patch = StatusPatch.of(seen, fields);
        if (patch.isEmpty()) {
            return seen;
        }
        onRequest.run();
        if (stored == null
                || !seen.getMetadata()
                        .getResourceVersion()
                        .equals(stored.getMetadata().getResourceVersion())) {
            throw new ConflictException("the object has been modified");
        }
        merge(Serialization.unmarshal(patch.get(), ObjectNode.class).get("status"));
        phases.add(phase());
        onAnswer.run();
        return copy(node());
    }

    @Override
    public Duration clockSkew() {
        onRequest.run();
        return Duration.ofMillis(200);
    }

    private void merge(Object patch) {
        ObjectNode tree = tree(node());
        merge(tree.withObject("status"), tree(patch));
        store(Serialization.unmarshal(tree.toString(), NUMANode.class));
    }

    private void store(NUMANode node) {
        node.getMetadata().setResourceVersion(Integer.toString(version++));
        stored = node;
    }

    private static void merge(ObjectNode target, ObjectNode patch) {
        patch.properties().forEach(field -> {
            JsonNode value = field.getValue();
            if (value.isNull()) {
                target.remove(field.getKey());
            } else if (value instanceof ObjectNode inner) {
                merge(target.withObject("/" + field.getKey().replace("~", "~0").replace("/", "~1")), inner);
            } else {
                target.set(field.getKey(), value);
            }
        });
    }

    private static ObjectNode tree(Object value) {
        return Serialization.unmarshal(Serialization.asJson(value), ObjectNode.class);
    }

    private static NUMANode copy(NUMANode node) {
        return Serialization.unmarshal(Serialization.asJson(node), NUMANode.class);
    }
}
