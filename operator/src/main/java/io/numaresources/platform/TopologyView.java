package io.numaresources.platform;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.numaresources.api.v1alpha1.UpdaterType;
import io.numaresources.explain.PublishedTopology;
import io.numaresources.explain.PublishedZone;
import io.numaresources.stack.TopologyFacts;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private static final Duration SAME_TIME = Duration.ofMinutes(1);

    private transient ObjectMeta metadata = new ObjectMeta();
    private transient List<Attribute> attributes = List.of();
    private transient int zoneCount;
    private transient List<String> oldPolicies = List.of();
    private transient List<PublishedZone> zones = List.of();
    private transient @Nullable PublishedTopology published;
    private transient List<String> writers = List.of();

    /** An attribute of the node. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Attribute(@Nullable String name, @Nullable String value) {}

    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta read) {
        writers = recentWriters(read.getManagedFields());
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
                        .filter(attribute -> "topologyManagerPolicy".equals(attribute.name())
                                || "topologyManagerScope".equals(attribute.name()))
                        .toList();
    }

    public void setTopologyPolicies(@Nullable List<String> read) {
        oldPolicies = read == null ? List.of() : read;
    }

    public void setZones(@Nullable List<PublishedZone> read) {
        zoneCount = read == null ? 0 : read.size();
        zones = read == null ? List.of() : read;
    }

    /** What it publishes, in the terms of verdicts; read once, after which the texts are dropped. */
    public synchronized PublishedTopology published() {
        var known = published;
        if (known == null) {
            known = PublishedTopology.read(
                    metadata.getName(),
                    Map.of(
                            "topologyManagerPolicy", attribute("topologyManagerPolicy"),
                            "topologyManagerScope", attribute("topologyManagerScope")),
                    oldPolicies,
                    zones);
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
                attribute("topologyManagerPolicy"),
                attribute("topologyManagerScope"),
                zoneCount,
                style,
                ours,
                writers);
    }

    private String attribute(String name) {
        return attributes.stream()
                .filter(attribute -> name.equals(attribute.name()) && attribute.value() != null)
                .map(Attribute::value)
                .findFirst()
                .orElse("");
    }

    private static List<String> recentWriters(@Nullable List<ManagedFieldsEntry> entries) {
        if (entries == null) {
            return List.of();
        }
        var times = entries.stream()
                .filter(entry -> entry.getTime() != null)
                .map(entry -> OffsetDateTime.parse(entry.getTime()))
                .toList();
        var newest = times.stream().max(OffsetDateTime::compareTo);
        return newest.isEmpty()
                ? List.of()
                : entries.stream()
                        .filter(entry -> entry.getTime() != null
                                && OffsetDateTime.parse(entry.getTime())
                                        .isAfter(newest.get().minus(SAME_TIME)))
                        .map(ManagedFieldsEntry::getManager)
                        .distinct()
                        .sorted()
                        .toList();
    }
}
