package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.fleet.GroupProgress;
import io.numaresources.openshift.OpenShiftKind;
import io.numaresources.openshift.PoolOutcome;
import io.numaresources.openshift.PoolStep;
import io.numaresources.openshift.StoredConfig;
import io.numaresources.stack.StackLabels;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what was decided for a pool, and says so before and after. */
final class PoolSteps {
    private static final Logger LOG = LoggerFactory.getLogger(PoolSteps.class);
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(15);
    /** Times that a node is away grow without an event. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

    private final KubernetesClient client;
    private final EventEmitter events;
    /** Revision by group that people have been told of in this process. */
    private final Map<String, String> announced = new HashMap<>();

    /**
     * What became of a step.
     *
     * @param progress for the status
     * @param again when to look again, zero for when something happens
     */
    record Taken(GroupProgress progress, Duration again) {}

    PoolSteps(KubernetesClient client, Clock clock) {
        this.client = client;
        events = new EventEmitter(client, clock);
    }

    /** Whether people have been told what a revision does to the nodes. */
    boolean announced(NodeGroup group, String revision) {
        return revision.equals(announced.get(group.name()));
    }

    /** Takes a step. A refusal of the API server is that group's, and is tried again. */
    Taken take(NUMAResourcesOperator primary, NodeGroup group, PoolOutcome outcome) {
        var progress = outcome.progress();
        try {
            return new Taken(progress, act(primary, group, outcome));
        } catch (KubernetesClientException refused) {
            LOG.atWarn()
                    .addKeyValue("group", group.name())
                    .addKeyValue("error", refused.getMessage())
                    .log("KubeletConfig was not written");
            return new Taken(
                    new GroupProgress(
                            progress.revision(),
                            progress.nodes(),
                            progress.configured(),
                            progress.pendingRestart(),
                            progress.failed(),
                            progress.frozen(),
                            progress.started(),
                            "the API server refused the KubeletConfig: " + refused.getMessage()),
                    AFTER_REFUSAL);
        }
    }

    /** Takes a KubeletConfig away, whereupon the nodes of its pool are rebooted into the template. */
    void delete(StoredConfig stored) {
        kubeletConfigs().withName(stored.name()).delete();
        LOG.atInfo().addKeyValue("object", stored.name()).log("deleted");
    }

    private Duration act(NUMAResourcesOperator primary, NodeGroup group, PoolOutcome outcome) {
        return switch (outcome.step()) {
            case PoolStep.None() ->
                outcome.progress().started() && !outcome.progress().settled() ? BETWEEN_LOOKS : Duration.ZERO;
            case PoolStep.Announce(String message) -> {
                events.normal(primary, "NodesWillReboot", text(group, message));
                announced.put(group.name(), outcome.progress().revision());
                yield SOON;
            }
            case PoolStep.Write(var object, String message) -> {
                apply(object);
                events.normal(primary, "KubeletConfigWritten", text(group, message));
                yield BETWEEN_LOOKS;
            }
            case PoolStep.TakeBack(var object, String message) -> {
                apply(object);
                events.warning(primary, "KubeletConfigTakenBack", text(group, message));
                yield SOON;
            }
        };
    }

    private static String text(NodeGroup group, String message) {
        return "group %s: %s".formatted(group.name(), message);
    }

    private void apply(GenericKubernetesResource object) {
        kubeletConfigs()
                .resource(object)
                .fieldManager(StackLabels.OPERATOR)
                .forceConflicts()
                .serverSideApply();
        LOG.atInfo().addKeyValue("object", object.getMetadata().getName()).log("applied");
    }

    private MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            kubeletConfigs() {
        return client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                .withGroup(OpenShiftKind.KUBELET_CONFIG.group())
                .withVersion(OpenShiftKind.KUBELET_CONFIG.version())
                .withKind(OpenShiftKind.KUBELET_CONFIG.kind())
                .withPlural(OpenShiftKind.KUBELET_CONFIG.plural())
                .withNamespaced(false)
                .build());
    }
}
