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
import io.numaresources.explain.NodePlace;
import io.numaresources.openshift.MachineNode;
import io.numaresources.stack.KubernetesVersion;
import io.numaresources.stack.NodeFacts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Node read without what the operator does not use. A whole Node is 12 to 47 kB, most of it image names and managed fields;
 * with thousands of nodes that is the operator's memory.
 */
@Group("")
@Version("v1")
@Kind("Node")
@Plural("nodes")
@JsonIgnoreProperties(ignoreUnknown = true)
// the client would read objects by their kind, here it must read this class
@JsonDeserialize(using = JsonDeserializer.None.class)
public final class NodeView implements HasMetadata {
    private static final long serialVersionUID = 1L;

    private transient ObjectMeta metadata = new ObjectMeta();
    private transient @Nullable Spec spec;
    private transient @Nullable Status status;

    /** spec of a Node. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Spec(
            @Nullable Boolean unschedulable, @Nullable List<Taint> taints) {}

    /** A taint. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Taint(
            @Nullable String key,
            @Nullable String value,
            @Nullable String effect) {}

    /** status of a Node. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Status(
            @Nullable List<NodeCondition> conditions,
            @Nullable NodeInfo nodeInfo) {}

    /** A condition of a Node. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record NodeCondition(
            @Nullable String type,
            @Nullable String status,
            @Nullable String lastTransitionTime) {}

    /** Versions of a Node. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record NodeInfo(
            @Nullable String kubeletVersion,
            @Nullable String osImage,
            @Nullable String bootID,
            @Nullable String kernelVersion,
            @Nullable String containerRuntimeVersion,
            @Nullable String architecture) {}

    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta read) {
        metadata = Views.slim(read)
                .withAnnotations(Claims.marks(read.getAnnotations()))
                .build();
    }

    @Override
    public String getApiVersion() {
        return "v1";
    }

    @Override
    public void setApiVersion(String apiVersion) {
        // always v1
    }

    @Override
    public String getKind() {
        return "Node";
    }

    public @Nullable Spec getSpec() {
        return spec;
    }

    public void setSpec(@Nullable Spec spec) {
        this.spec = spec;
    }

    public @Nullable Status getStatus() {
        return status;
    }

    public void setStatus(@Nullable Status read) {
        // only Ready is looked at
        status = read == null || read.conditions() == null
                ? read
                : new Status(
                        read.conditions().stream()
                                .filter(condition -> "Ready".equals(condition.type()))
                                .toList(),
                        read.nodeInfo());
    }

    /** The facts the operator decides by. */
    public NodeFacts facts() {
        boolean ready = status != null
                && status.conditions() != null
                && status.conditions().stream().anyMatch(condition -> "True".equals(condition.status()));
        boolean schedulable = spec == null
                || (!Boolean.TRUE.equals(spec.unschedulable())
                        && (spec.taints() == null
                                || spec.taints().stream()
                                        .noneMatch(taint -> "NoSchedule".equals(taint.effect())
                                                || "NoExecute".equals(taint.effect()))));
        Map<String, String> labels = metadata.getLabels() == null ? Map.of() : metadata.getLabels();
        return new NodeFacts(metadata.getName(), labels, ready, schedulable, kubelet(), state(labels));
    }

    private NodeFacts.State state(Map<String, String> labels) {
        var info = Optional.ofNullable(status).map(Status::nodeInfo);
        String version = info.map(NodeInfo::kubeletVersion).orElse("");
        var taints = spec == null || spec.taints() == null
                ? List.<String>of()
                : spec.taints().stream()
                        .map(taint -> taint.key() == null ? "" : taint.key())
                        .toList();
        return new NodeFacts.State(
                spec != null && Boolean.TRUE.equals(spec.unschedulable()),
                info.map(NodeInfo::bootID).orElse(""),
                version,
                Management.of(version, info.map(NodeInfo::osImage).orElse(""), labels.keySet()),
                Claims.of(metadata.getAnnotations() == null ? Map.of() : metadata.getAnnotations(), taints),
                info.map(NodeView::software).orElse(NodeFacts.Software.UNKNOWN));
    }

    /** Thousands of nodes run the same few. */
    private static NodeFacts.Software software(NodeInfo info) {
        return new NodeFacts.Software(
                text(info.kernelVersion()).intern(),
                text(info.osImage()).intern(),
                text(info.containerRuntimeVersion()).intern(),
                text(info.architecture()).intern());
    }

    /** What decides whether a pod may go there. */
    public NodePlace place() {
        var facts = facts();
        return new NodePlace(
                facts.name(),
                facts.labels(),
                facts.ready(),
                spec != null && Boolean.TRUE.equals(spec.unschedulable()),
                taints());
    }

    /** Its taints. */
    public List<NodePlace.NodeTaint> taints() {
        return spec == null || spec.taints() == null
                ? List.of()
                : spec.taints().stream()
                        .map(taint ->
                                new NodePlace.NodeTaint(text(taint.key()), text(taint.value()), text(taint.effect())))
                        .toList();
    }

    /** What the machine-config daemon wrote on it, if it ever was there. */
    public Optional<MachineNode> machine() {
        var annotations = metadata.getAnnotations();
        if (annotations == null || !annotations.containsKey(MachineNode.STATE)) {
            return Optional.empty();
        }
        boolean ready = facts().ready();
        Optional<String> since = Optional.ofNullable(status)
                .map(Status::conditions)
                .flatMap(conditions -> conditions.stream()
                        .flatMap(condition -> Optional.ofNullable(condition.lastTransitionTime()).stream())
                        .findFirst());
        return Optional.of(MachineNode.of(metadata.getName(), annotations, ready, since.map(Instant::parse)));
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private Optional<KubernetesVersion> kubelet() {
        return Optional.ofNullable(status)
                .map(Status::nodeInfo)
                .map(NodeInfo::kubeletVersion)
                .filter(version -> !version.isBlank())
                .map(KubernetesVersion::parse);
    }
}
