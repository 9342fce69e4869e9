package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.numaresources.api.v1alpha1.CRDManagement;
import io.numaresources.api.v1alpha1.UpdaterType;
import io.numaresources.finding.FindingCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** Plans the desired objects for a spec and a cluster's facts. Equal inputs make equal plans. */
public final class StackPlanner {
    private static final VersionMatrix MATRIX = VersionMatrix.load();
    /** The scheduler may be one minor older than the server (Kubernetes version skew policy). */
    private static final int ALLOWED_SKEW = 1;

    private final StackInput input;
    private final VersionMatrix matrix;
    private final Findings findings = new Findings();

    private StackPlanner(StackInput input, VersionMatrix matrix) {
        this.input = input;
        this.matrix = matrix;
    }

    /** Plans with the shipped version matrix. */
    public static Stack plan(StackInput input) {
        return plan(input, MATRIX);
    }

    /** Plans with a version matrix. */
    public static Stack plan(StackInput input, VersionMatrix matrix) {
        return new StackPlanner(input, matrix).plan();
    }

    private Stack plan() {
        checkServer();
        input.groups().forEach(facts -> ReservedCpus.explain(facts.group(), findings));
        var choice = new UpdaterChoice(input, matrix, findings);
        var updaters = input.groups().stream().map(choice::choose).toList();
        var scheduler = new SchedulerChoice(input, matrix, findings).choose();
        boolean enabled = input.spec().scheduler().enabled();

        var objects = new ArrayList<HasMetadata>();
        objects.addAll(updaterAccounts(updaters));
        updaters.stream()
                .filter(updater -> !updater.facts().frozen())
                .forEach(updater -> objects.addAll(workload(updater)));
        if (enabled) {
            objects.addAll(SchedulerObjects.workload(scheduler));
        }
        objects.addAll(updaterAccess(updaters));
        if (enabled) {
            objects.addAll(SchedulerObjects.rest(scheduler));
        }
        return new Stack(
                List.copyOf(objects),
                input.spec().topologyCRD().management() == CRDManagement.MANAGED
                        ? Optional.of(TopologyDefinition.copy())
                        : Optional.empty(),
                choice(updaters, scheduler, enabled),
                findings.all());
    }

    private void checkServer() {
        var row = matrix.row(input.server());
        if (!matrix.supports(input.server())) {
            findings.add(
                    FindingCode.KUBERNETES_VERSION_UNSUPPORTED,
                    null,
                    "Kubernetes %s is outside of %s to %s, what fits %s runs: upgrade the %s"
                            .formatted(
                                    input.server(),
                                    matrix.rows().getFirst().kubernetes(),
                                    matrix.rows().getLast().kubernetes(),
                                    row.kubernetes(),
                                    input.server().compareTo(row.version()) > 0 ? "operator" : "cluster"));
        } else if (input.spec().scheduler().enabled()
                && input.spec().scheduler().image() == null
                && row.version().minor()
                                - KubernetesVersion.parse(row.scheduler()).minor()
                        > ALLOWED_SKEW) {
            findings.add(
                    FindingCode.SCHEDULER_OLDER_THAN_SERVER,
                    null,
                    "the newest published scheduler image, %s, is more than one minor older than the API server (%s): it works with what both know; build and name a newer one in scheduler.image to be within the version skew policy"
                            .formatted(row.scheduler(), input.server()));
        }
    }

    private List<HasMetadata> workload(GroupUpdater updater) {
        var pod = switch (updater.type()) {
            case NODE_FEATURE_DISCOVERY -> FeatureDiscovery.pod(updater);
            case RESOURCE_TOPOLOGY_EXPORTER ->
                TopologyExporter.pod(
                        updater,
                        OperandImage.ofMatrix(
                                        matrix.images().get("pause"),
                                        matrix.pause(),
                                        input.spec().imageRegistry())
                                .reference());
        };
        return List.of(
                UpdaterDaemonSet.configMap(updater, pod, input.namespace()),
                UpdaterDaemonSet.daemonSet(updater, pod, input.spec(), input.namespace()));
    }

    private List<HasMetadata> updaterAccounts(List<GroupUpdater> updaters) {
        var accounts = new ArrayList<HasMetadata>();
        for (UpdaterType type : UpdaterType.values()) {
            if (updaters.stream().anyMatch(updater -> updater.type() == type)) {
                accounts.add(access(type).serviceAccount());
            }
        }
        return accounts;
    }

    /** Frozen groups count: their pods still run. */
    private List<HasMetadata> updaterAccess(List<GroupUpdater> updaters) {
        var objects = new ArrayList<HasMetadata>();
        for (UpdaterType type : UpdaterType.values()) {
            var users =
                    updaters.stream().filter(updater -> updater.type() == type).toList();
            if (users.isEmpty()) {
                continue;
            }
            var access = access(type);
            switch (type) {
                case NODE_FEATURE_DISCOVERY -> {
                    objects.add(access.clusterRole(UpdaterAccess.featureDiscovery(users, input.platform())));
                    objects.add(access.clusterRoleBinding());
                }
                case RESOURCE_TOPOLOGY_EXPORTER -> {
                    objects.add(access.clusterRole(UpdaterAccess.exporter(users, input.platform())));
                    objects.add(access.role(UpdaterAccess.exporterInNamespace()));
                    objects.add(access.clusterRoleBinding());
                    objects.add(access.roleBinding());
                }
            }
        }
        return objects;
    }

    private AccessRules access(UpdaterType type) {
        return new AccessRules(
                OperandMeta.updater(input.namespace(), null),
                type == UpdaterType.NODE_FEATURE_DISCOVERY ? FeatureDiscovery.NAME : TopologyExporter.NAME);
    }

    private Stack.Choice choice(List<GroupUpdater> updaters, SchedulerPlan scheduler, boolean enabled) {
        var types = new LinkedHashMap<String, UpdaterType>();
        var images = new LinkedHashMap<String, String>();
        updaters.forEach(updater -> {
            types.put(updater.group(), updater.type());
            images.put(updater.group(), updater.image().reference());
        });
        return new Stack.Choice(
                matrix.row(input.server()).kubernetes(),
                enabled ? Optional.of(scheduler.image().reference()) : Optional.empty(),
                enabled ? scheduler.replicas() : 0,
                scheduler.informer(),
                enabled && scheduler.row().restartsOnTopologyChange(),
                Collections.unmodifiableMap(types),
                Collections.unmodifiableMap(images));
    }
}
