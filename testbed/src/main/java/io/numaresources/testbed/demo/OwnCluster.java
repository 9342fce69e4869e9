package io.numaresources.testbed.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.SimulatedNodes;
import io.numaresources.testbed.operator.OperatorProcess;
import io.numaresources.testbed.scheduler.SchedulerRunner;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A testbed of the demo's own: two simulated machines of the shape {@code demo} and a plain node for the scheduler's pods. */
final class OwnCluster implements Cluster {

    private static final int MACHINES = 2;

    private final ControlPlane plane;
    private final SchedulerRunner scheduler;
    private Optional<OperatorProcess> operator = Optional.empty();

    private OwnCluster(ControlPlane plane) {
        this.plane = plane;
        this.scheduler = SchedulerRunner.start(plane);
    }

    static OwnCluster start() {
        return new OwnCluster(ControlPlane.start());
    }

    /** Creates the nodes; says which. */
    String createNodes() {
        SimulatedNodes.createPlain(plane.client(), "plain", 1, Map.of());
        var names = SimulatedNodes.create(plane.client(), "hpc", "demo", MACHINES, Map.of(GROUP_LABEL, ""));
        return String.join(", ", names) + " and plain-0";
    }

    @Override
    public KubernetesClient client() {
        return plane.client();
    }

    @Override
    public String kubeconfig() {
        return plane.kubeconfigFile().toString();
    }

    @Override
    public void apply(Path... manifests) {
        plane.applyManifests(manifests);
    }

    @Override
    public String startOperator() {
        var started = OperatorProcess.start(plane);
        operator = Optional.of(started);
        return "ready %.1f s after its start".formatted(started.awaitReady().toMillis() / 1000.0);
    }

    @Override
    public void requireAlive() {
        plane.requireAlive();
        operator.ifPresent(running -> running.process().requireAlive());
    }

    @Override
    public void close() {
        operator.ifPresent(OperatorProcess::close);
        scheduler.close();
        plane.close();
    }
}
