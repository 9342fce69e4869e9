package io.numaresources.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NUMANodeSpec;
import io.numaresources.fleet.Reported;
import io.numaresources.rollout.Phase;
import io.numaresources.stack.StackLabels;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes NUMANodes: the spec by server-side apply, the status by merge patches that are refused if somebody else wrote meanwhile, since operator and
 * agent write it in turn.
 */
final class NodeWriter {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWriter.class);
    private static final int LONGEST_MESSAGE = 2000;
    private static final List<Phase> OF_A_CHANGE = List.of(
            Phase.CORDONED, Phase.DRAINED, Phase.BACKED_UP, Phase.ROLLBACK_ARMED, Phase.APPLIED, Phase.VERIFIED);

    private final KubernetesClient client;
    private final Fleet fleet;
    private final Clock clock;

    NodeWriter(KubernetesClient client, Fleet fleet, Clock clock) {
        this.client = client;
        this.fleet = fleet;
        this.clock = clock;
    }

    /** Creates a NUMANode or gives it another spec. */
    void spec(String name, NUMANodeSpec spec, OwnerReference owner) {
        var node = new NUMANode();
        node.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withLabels(Map.of(
                        StackLabels.MANAGED_BY,
                        StackLabels.OPERATOR,
                        StackLabels.PART_OF,
                        "numaresources",
                        StackLabels.GROUP,
                        spec.group()))
                .withOwnerReferences(owner)
                .build());
        node.setSpec(spec);
        fleet.wrote(client.resource(node)
                .fieldManager(StackLabels.OPERATOR)
                .forceConflicts()
                .serverSideApply());
    }

    /** Enters a phase. */
    void enter(Reported node, Phase phase, String message) {
        enter(node, phase, message, status -> {});
    }

    /** Enters a phase and writes more of the status along with it. */
    void enter(Reported node, Phase phase, String message, Consumer<ObjectNode> more) {
        write(node, status -> {
            status.put("phase", phase.value());
            status.put("message", cut(message));
            status.put("configured", phase == Phase.CONFIGURED);
            status.put("observedGeneration", node.node().getMetadata().getGeneration());
            status.putNull("step");
            var transitions = status.putObject("transitions");
            if (phase == Phase.GRANTED) {
                // what is to be restored is what this change backs up
                OF_A_CHANGE.forEach(past -> transitions.putNull(past.value()));
                status.putNull("cordonedBefore");
                status.putNull("backedUp");
            }
            transitions.put(
                    phase.value(),
                    clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
            more.accept(status);
        });
        LOG.atInfo()
                .addKeyValue("group", node.node().getSpec().group())
                .addKeyValue("node", node.name())
                .addKeyValue("phase", phase.value())
                .log(message);
    }

    /** Says what is waited for, if that is something new. */
    void say(Reported node, String message) {
        boolean same = node.status()
                .map(status -> status.message())
                .filter(cut(message)::equals)
                .isPresent();
        if (!same) {
            write(node, status -> status.put("message", cut(message)));
        }
    }

    /** Writes part of the status. */
    void write(Reported node, Consumer<ObjectNode> content) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata")
                .put("resourceVersion", node.node().getMetadata().getResourceVersion());
        content.accept(patch.putObject("status"));
        fleet.wrote(client.resources(NUMANode.class)
                .withName(node.name())
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), patch.toString()));
    }

    /** Puts findings into a status. */
    void findings(ObjectNode status, List<Finding> findings) {
        status.set("findings", client.getKubernetesSerialization().convertValue(findings, JsonNode.class));
    }

    void delete(String name) {
        client.resources(NUMANode.class).withName(name).delete();
        fleet.deleted(name);
        LOG.atInfo().addKeyValue("node", name).log("no longer managed");
    }

    private static String cut(String message) {
        return Optional.of(message)
                .filter(text -> text.length() <= LONGEST_MESSAGE)
                .orElseGet(() -> message.substring(0, LONGEST_MESSAGE - 1) + "…");
    }
}
