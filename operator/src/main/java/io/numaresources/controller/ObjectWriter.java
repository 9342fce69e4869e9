package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.SSABasedGenericKubernetesResourceMatcher;
import io.numaresources.agent.AgentPods;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.stack.ObjectKey;
import io.numaresources.stack.Owner;
import io.numaresources.stack.StackLabels;
import io.numaresources.trace.Traces;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the owned objects what a plan wants: server-side apply of those that differ, removal of those no plan wants. One field
 * manager; an object that is as wanted costs no request.
 */
final class ObjectWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectWriter.class);
    private static final int INVALID = 422;
    private static final Set<String> BINDINGS = Set.of("RoleBinding", "ClusterRoleBinding");

    private final KubernetesClient client;
    private final OwnedObjects owned;
    private final Traces traces;

    /** What a pass changed, as sentences. */
    record Changes(List<ObjectKey> created, List<ObjectKey> updated, List<ObjectKey> deleted) {
        boolean none() {
            return created.isEmpty() && updated.isEmpty() && deleted.isEmpty();
        }

        List<String> texts() {
            var texts = new ArrayList<String>();
            created.forEach(key -> texts.add("create " + key));
            updated.forEach(key -> texts.add("update " + key));
            deleted.forEach(key -> texts.add("delete " + key));
            return texts;
        }
    }

    ObjectWriter(KubernetesClient client, OwnedObjects owned, Traces traces) {
        this.client = client;
        this.owned = owned;
        this.traces = traces;
    }

    /**
     * Compares without writing.
     *
     * @param kept what is neither changed nor removed
     */
    Changes differences(
            NUMAResourcesOperator primary,
            List<HasMetadata> desired,
            Kept kept,
            Context<NUMAResourcesOperator> context) {
        var created = new ArrayList<ObjectKey>();
        var updated = new ArrayList<ObjectKey>();
        for (HasMetadata object : desired) {
            own(object, primary);
            var actual = owned.find(ObjectKey.of(object));
            if (actual.isEmpty()) {
                created.add(ObjectKey.of(object));
            } else if (!kept.waits(object)
                    && !SSABasedGenericKubernetesResourceMatcher.<HasMetadata>getInstance()
                            .matches(actual.get(), object, context)) {
                updated.add(ObjectKey.of(object));
            }
        }
        var wanted = desired.stream().map(ObjectKey::of).collect(Collectors.toSet());
        var deleted = owned.all().stream()
                .filter(object -> isOwnedBy(object, primary))
                // written when the first group has agents, and gone with the resource
                .filter(object -> !AgentPods.COMPONENT.equals(
                        object.getMetadata().getLabels().get(StackLabels.COMPONENT)))
                .filter(object -> !wanted.contains(ObjectKey.of(object)))
                .filter(object -> !kept.holds(object))
                .filter(object -> object.getMetadata().getDeletionTimestamp() == null)
                .map(ObjectKey::of)
                .toList();
        return new Changes(created, updated, deleted);
    }

    /**
     * Writes the differences: everything at once, but bindings after the roles they name. An object that the server refuses doesn't
     * keep the others from being written; the first refusal is thrown at the end.
     */
    void write(List<HasMetadata> desired, Changes changes) {
        var keys = new ArrayList<>(changes.created());
        keys.addAll(changes.updated());
        var wanted = desired.stream()
                .filter(object -> keys.contains(ObjectKey.of(object)))
                .toList();
        var refusals = new ArrayList<Throwable>();
        refusals.addAll(inParallel(wanted.stream()
                .filter(object -> !BINDINGS.contains(object.getKind()))
                .map(this::applying)
                .toList()));
        refusals.addAll(inParallel(wanted.stream()
                .filter(object -> BINDINGS.contains(object.getKind()))
                .map(this::applying)
                .toList()));
        refusals.addAll(
                inParallel(changes.deleted().stream().map(this::deleting).toList()));
        if (!refusals.isEmpty()) {
            throw refusals.getFirst() instanceof RuntimeException refusal
                    ? refusal
                    : new IllegalStateException(refusals.getFirst());
        }
    }

    /** Removes the updater DaemonSets and their pods; true once all are gone. */
    boolean removeUpdaters(NUMAResourcesOperator primary) {
        var updaters = owned.all().stream()
                .filter(object -> object instanceof DaemonSet && isOwnedBy(object, primary))
                .toList();
        for (var updater : updaters) {
            if (updater.getMetadata().getDeletionTimestamp() == null) {
                client.resource(updater)
                        .withPropagationPolicy(DeletionPropagation.FOREGROUND)
                        .delete();
            }
        }
        return updaters.isEmpty();
    }

    private Callable<Void> applying(HasMetadata object) {
        return () -> {
            try {
                owned.wrote(apply(object));
            } catch (KubernetesClientException refused) {
                if (refused.getCode() != INVALID
                        || owned.find(ObjectKey.of(object)).isEmpty()) {
                    throw refused;
                }
                replace(object);
                owned.wrote(apply(object));
            }
            LOG.atInfo()
                    .addKeyValue("object", ObjectKey.of(object))
                    .addKeyValue("group", Kept.group(object))
                    .log("applied");
            return null;
        };
    }

    private HasMetadata apply(HasMetadata object) {
        return client.resource(object)
                .fieldManager(StackLabels.OPERATOR)
                .forceConflicts()
                .serverSideApply();
    }

    /**
     * Takes away what others put into an object. An apply leaves their list entries, which may contradict ours: a Service's port with
     * another number and the same name is refused as a duplicate.
     */
    private void replace(HasMetadata object) {
        owned.find(ObjectKey.of(object)).ifPresent(actual -> {
            var replacement = client.getKubernetesSerialization().clone(object);
            replacement.getMetadata().setResourceVersion(actual.getMetadata().getResourceVersion());
            client.resource(replacement).update();
        });
    }

    private Callable<Void> deleting(ObjectKey key) {
        return () -> {
            owned.find(key).ifPresent(object -> client.resource(object).delete());
            LOG.atInfo().addKeyValue("object", key).log("deleted");
            return null;
        };
    }

    /** Runs the writes at once and returns what failed. */
    private List<Throwable> inParallel(List<Callable<Void>> writes) {
        var failures = new ArrayList<Throwable>();
        if (writes.isEmpty()) {
            return failures;
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var write :
                    threads.invokeAll(writes.stream().map(traces::carried).toList())) {
                try {
                    write.get();
                } catch (ExecutionException failed) {
                    failures.add(failed.getCause());
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return failures;
    }

    private static void own(HasMetadata object, NUMAResourcesOperator primary) {
        object.getMetadata().setOwnerReferences(List.of(Owner.reference(primary)));
    }

    private static boolean isOwnedBy(HasMetadata object, NUMAResourcesOperator primary) {
        return object.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> NUMAResourcesOperator.KIND.equals(owner.getKind())
                        && primary.getMetadata().getName().equals(owner.getName()));
    }
}
