package io.numaresources.platform;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.numaresources.api.v1alpha1.UpdaterType;
import io.numaresources.explain.Gap;
import io.numaresources.explain.PublishedTopology;
import io.numaresources.explain.PublishedZone;
import io.numaresources.stack.TopologyFacts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A NodeResourceTopology read without what the operator does not use: zones are kept as numbers, for the verdicts on pods.
 */
@Group("topology.node.k8s.io")
@Version("v1alpha2")
@Kind("NodeResourceTopology")
@Plural("noderesourcetopologies")
@JsonIgnoreProperties(ignoreUnknown = true)
// the client would read objects by their kind, here it must read this class
@JsonDeserialize(using = JsonDeserializer.None.class)
public final class TopologyView implements HasMetadata {
    private static final long serialVersionUID = 1L;
    private static final String POLICY = "topologyManagerPolicy";
    private static final String SCOPE = "topologyManagerScope";
    private static final String FINGERPRINT = "nodeTopologyPodsFingerprint";
    private static final String FINGERPRINT_METHOD = "nodeTopologyPodsFingerprintMethod";
    private static final Set<String> USED = Set.of(POLICY, SCOPE, FINGERPRINT, FINGERPRINT_METHOD);

    private transient ObjectMeta metadata = new ObjectMeta();
    private transient List<Attribute> attributes = List.of();
    private transient int zoneCount;
    private transient List<String> oldPolicies = List.of();
    private transient List<PublishedZone> zones = List.of();
    private transient @Nullable PublishedTopology published;
    private transient TopologyWriters writers = TopologyWriters.NONE;
    private transient List<String> passedOver = List.of();

    /** An attribute of the node. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Attribute(@Nullable String name, @Nullable String value) {}

    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta read) {
        writers = TopologyWriters.of(read.getManagedFields());
        metadata = Views.slim(read)
                .withLabels(Map.of())
                .withOwnerReferences(read.getOwnerReferences())
                .build();
    }

    @Override
    public String getApiVersion() {
        return "topology.node.k8s.io/v1alpha2";
    }

    @Override
    public void setApiVersion(String apiVersion) {
        // always v1alpha2
    }

    @Override
    public String getKind() {
        return "NodeResourceTopology";
    }

    public void setAttributes(@Nullable List<Attribute> read) {
        attributes = read == null
                ? List.of()
                : read.stream()
                        .filter(attribute -> attribute.name() != null && USED.contains(attribute.name()))
                        .toList();
    }

    public void setTopologyPolicies(@Nullable List<String> read) {
        oldPolicies = read == null ? List.of() : read;
    }

    public void setZones(@Nullable List<PublishedZone> read) {
        zones = read == null ? List.of() : read;
        zoneCount = zones.size();
        passedOver = zones.stream()
                .filter(PublishedZone::passedOver)
                .map(zone -> String.valueOf(zone.name()))
                .toList();
    }

    /** What it publishes, in the terms of verdicts; read once, after which the texts are dropped. */
    public synchronized PublishedTopology published() {
        var known = published;
        if (known == null) {
            known = PublishedTopology.read(metadata.getName(), rules(), oldPolicies, zones);
            published = known;
            zones = List.of();
        }
        return known;
    }

    /**
     * The facts the operator decides by.
     *
     * @param namespace namespace of the operands
     */
    public TopologyFacts facts(String namespace) {
        var owners = metadata.getOwnerReferences();
        Optional<UpdaterType> style = owners.stream()
                .map(owner -> switch (owner.getKind()) {
                    case "Namespace" -> UpdaterType.NODE_FEATURE_DISCOVERY;
                    case "Node" -> UpdaterType.RESOURCE_TOPOLOGY_EXPORTER;
                    default -> null;
                })
                .filter(java.util.Objects::nonNull)
                .findFirst();
        boolean ours = owners.stream()
                .anyMatch(owner -> "Namespace".equals(owner.getKind()) && namespace.equals(owner.getName()));
        return new TopologyFacts(
                metadata.getName(),
                attribute(POLICY),
                attribute(SCOPE),
                zoneCount,
                style,
                ours,
                writers.recent(),
                form());
    }

    /** When it was written last. */
    public Optional<Instant> written() {
        return writers.last();
    }

    /** Fingerprint of the pods that its numbers are about; empty where it has none. */
    public String fingerprint() {
        return attribute(FINGERPRINT);
    }

    /** How that was computed, {@code all} or {@code with-exclusive-resources}; empty for all. */
    public String fingerprintMethod() {
        return attribute(FINGERPRINT_METHOD);
    }

    private TopologyFacts.Form form() {
        var topology = published();
        var shape = Objects.hash(topology.zones().stream()
                .map(zone -> List.of(zone.id(), zone.capacity(), zone.costs()))
                .toArray());
        return new TopologyFacts.Form(problem(topology), contradiction(), writers.old(), shape);
    }

    private Optional<String> problem(PublishedTopology topology) {
        return passedOver.isEmpty()
                ? topology.gap().map(Gap::text)
                : Optional.of("the scheduler passes over zones that aren't named node- and a number: "
                        + String.join(", ", passedOver.stream().limit(3).toList()));
    }

    private Optional<String> contradiction() {
        for (String name : List.of(POLICY, SCOPE)) {
            var values = attributes.stream()
                    .filter(attribute -> name.equals(attribute.name()))
                    .map(Attribute::value)
                    .distinct()
                    .toList();
            if (values.size() > 1) {
                return Optional.of("attribute %s is there more than once, with %s".formatted(name, values));
            }
        }
        return PublishedTopology.contradiction(rules(), oldPolicies);
    }

    private Map<String, String> rules() {
        return Map.of(POLICY, attribute(POLICY), SCOPE, attribute(SCOPE));
    }

    private String attribute(String name) {
        return attributes.stream()
                .filter(attribute -> name.equals(attribute.name()) && attribute.value() != null)
                .map(Attribute::value)
                .findFirst()
                .orElse("");
    }
}
