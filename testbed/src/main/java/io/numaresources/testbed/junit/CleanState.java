package io.numaresources.testbed.junit;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Makes a used control plane as good as new, whatever finalizers or terminating pods a test left. */
public final class CleanState {

    private static final Set<String> SYSTEM = Set.of("default", "kube-system", "kube-public", "kube-node-lease");
    private static final Set<String> FIELD_MANAGERS = Set.of("numaresources-testbed", "numaresources-operator");
    private static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final KubernetesClient client;

    /** For an administrator's client. */
    public CleanState(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Removes custom resources and their definitions, namespaces, nodes, workloads and what the operator or the testbed applied elsewhere;
     * returns when it is gone.
     *
     * @throws IllegalStateException if something is still there after a minute
     */
    public void restore() {
        var deadline = System.nanoTime() + LIMIT.toNanos();
        deleteAll();
        while (!clean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("still there after " + LIMIT.toSeconds() + " s: " + leftovers());
            }
            pause();
            deleteAll();
        }
    }

    /** Workloads and pods go first: a namespace whose pods are still there is looked at again only seconds later. */
    private void deleteAll() {
        workloads().forEach(this::delete);
        client.pods()
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(pod -> client.resource(pod).withGracePeriod(0).delete());
        customResourceDefinitions().forEach(this::deleteWithInstances);
        foreignNamespaces().forEach(this::delete);
        ours().forEach(this::delete);
        client.nodes().list().getItems().forEach(this::delete);
    }

    private boolean clean() {
        return leftovers().isEmpty();
    }

    private List<String> leftovers() {
        return Stream.of(
                        customResourceDefinitions().stream(),
                        foreignNamespaces().stream(),
                        workloads(),
                        ours(),
                        client.pods().inAnyNamespace().list().getItems().stream(),
                        client.nodes().list().getItems().stream())
                .flatMap(all -> all)
                .map(object -> object.getKind() + " " + object.getMetadata().getName())
                .toList();
    }

    private List<CustomResourceDefinition> customResourceDefinitions() {
        return client.apiextensions().v1().customResourceDefinitions().list().getItems();
    }

    private List<? extends HasMetadata> foreignNamespaces() {
        return client.namespaces().list().getItems().stream()
                .filter(namespace -> !SYSTEM.contains(namespace.getMetadata().getName()))
                .toList();
    }

    /** Workloads in the system namespaces; others go with their namespace. */
    private Stream<HasMetadata> workloads() {
        return Stream.<List<? extends HasMetadata>>of(
                        client.apps().deployments().inAnyNamespace().list().getItems(),
                        client.apps().replicaSets().inAnyNamespace().list().getItems(),
                        client.apps().daemonSets().inAnyNamespace().list().getItems(),
                        client.apps().statefulSets().inAnyNamespace().list().getItems(),
                        client.batch().v1().jobs().inAnyNamespace().list().getItems())
                .flatMap(List::stream);
    }

    /** Cluster-scoped objects and objects in system namespaces that the operator or the testbed applied. */
    private Stream<HasMetadata> ours() {
        return Stream.<List<? extends HasMetadata>>of(
                        client.rbac().clusterRoles().list().getItems(),
                        client.rbac().clusterRoleBindings().list().getItems(),
                        client.rbac().roles().inAnyNamespace().list().getItems(),
                        client.rbac().roleBindings().inAnyNamespace().list().getItems(),
                        client.scheduling().v1().priorityClasses().list().getItems(),
                        client.configMaps().inNamespace("default").list().getItems(),
                        client.serviceAccounts().inNamespace("default").list().getItems(),
                        client.admissionRegistration()
                                .v1()
                                .validatingWebhookConfigurations()
                                .list()
                                .getItems())
                .<HasMetadata>flatMap(List::stream)
                .filter(CleanState::isOurs);
    }

    private static boolean isOurs(HasMetadata object) {
        var metadata = object.getMetadata();
        var labels = metadata.getLabels();
        return labels != null && "numaresources-operator".equals(labels.get(MANAGED_BY))
                || metadata.getManagedFields().stream()
                        .map(ManagedFieldsEntry::getManager)
                        .anyMatch(FIELD_MANAGERS::contains);
    }

    private void deleteWithInstances(CustomResourceDefinition definition) {
        var spec = definition.getSpec();
        var served = spec.getVersions().stream()
                .filter(version -> version.getServed())
                .findFirst();
        served.ifPresent(version -> {
            var context = new ResourceDefinitionContext.Builder()
                    .withGroup(spec.getGroup())
                    .withVersion(version.getName())
                    .withKind(spec.getNames().getKind())
                    .withPlural(spec.getNames().getPlural())
                    .withNamespaced("Namespaced".equals(spec.getScope()))
                    .build();
            instances(context).forEach(this::withoutFinalizers);
        });
        delete(definition);
    }

    private List<GenericKubernetesResource> instances(ResourceDefinitionContext context) {
        var resources = client.genericKubernetesResources(context);
        var list = context.isNamespaceScoped() ? resources.inAnyNamespace().list() : resources.list();
        return list == null ? List.of() : list.getItems();
    }

    private void withoutFinalizers(GenericKubernetesResource resource) {
        if (!resource.getMetadata().getFinalizers().isEmpty()) {
            client.resource(resource).edit(copy -> {
                copy.getMetadata().setFinalizers(List.of());
                return copy;
            });
        }
    }

    private void delete(HasMetadata object) {
        if (object.getMetadata().getDeletionTimestamp() == null) {
            client.resource(object).delete();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while cleaning up", e);
        }
    }
}
