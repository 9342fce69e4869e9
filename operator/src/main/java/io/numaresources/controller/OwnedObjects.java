package io.numaresources.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.numaresources.api.v1alpha1.RelatedObject;
import io.numaresources.stack.ObjectKey;
import io.numaresources.stack.OwnedKinds;
import io.numaresources.stack.StackLabels;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Caches of the objects this operator owns: by label, in its namespace, in kube-system for one RoleBinding, and cluster-scoped. */
final class OwnedObjects {
    private final Map<ObjectKey, HasMetadata> objects = new ConcurrentHashMap<>();
    private final List<SharedIndexInformer<?>> informers = new ArrayList<>();

    OwnedObjects(KubernetesClient client, String namespace, Runnable changed) {
        OwnedKinds.NAMESPACED.forEach(kind -> informers.add(informer(client, kind, Optional.of(namespace), changed)));
        informers.add(informer(client, RoleBinding.class, Optional.of("kube-system"), changed));
        OwnedKinds.CLUSTER_WIDE.forEach(kind -> informers.add(informer(client, kind, Optional.empty(), changed)));
    }

    /** Whether this version watches objects of that kind, and so can remove them. */
    static boolean manages(RelatedObject related) {
        return Stream.concat(OwnedKinds.NAMESPACED.stream(), OwnedKinds.CLUSTER_WIDE.stream())
                .anyMatch(kind -> HasMetadata.getGroup(kind).equals(related.group())
                        && HasMetadata.getPlural(kind).equals(related.resource()));
    }

    List<? extends CompletionStage<Void>> start() {
        return informers.stream().map(SharedIndexInformer::start).toList();
    }

    void stop() {
        informers.forEach(SharedIndexInformer::stop);
    }

    Optional<HasMetadata> find(ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    <T extends HasMetadata> Optional<T> find(Class<T> type, String namespace, String name) {
        return find(new ObjectKey(HasMetadata.getKind(type), namespace, name)).map(type::cast);
    }

    Collection<HasMetadata> all() {
        return List.copyOf(objects.values());
    }

    /** Keeps what a write answered, so that the next pass does not repeat the write before the watch tells. */
    void wrote(HasMetadata answer) {
        objects.computeIfPresent(ObjectKey.of(answer), (key, known) -> newer(answer, known) ? answer : known);
    }

    private static boolean newer(HasMetadata one, HasMetadata other) {
        return Long.parseLong(one.getMetadata().getResourceVersion())
                > Long.parseLong(other.getMetadata().getResourceVersion());
    }

    private <T extends HasMetadata> SharedIndexInformer<T> informer(
            KubernetesClient client, Class<T> kind, Optional<String> namespace, Runnable changed) {
        var operation = client.resources(kind);
        var scoped = namespace.isPresent()
                ? operation.inNamespace(namespace.get()).withLabel(StackLabels.MANAGED_BY, StackLabels.OPERATOR)
                : operation.withLabel(StackLabels.MANAGED_BY, StackLabels.OPERATOR);
        var informer = scoped.runnableInformer(0);
        informer.addEventHandler(new ResourceEventHandler<T>() {
            @Override
            public void onAdd(T object) {
                objects.put(ObjectKey.of(object), object);
                changed.run();
            }

            @Override
            public void onUpdate(T before, T object) {
                objects.put(ObjectKey.of(object), object);
                changed.run();
            }

            @Override
            public void onDelete(T object, boolean finalStateUnknown) {
                objects.remove(ObjectKey.of(object));
                changed.run();
            }
        });
        return informer;
    }
}
