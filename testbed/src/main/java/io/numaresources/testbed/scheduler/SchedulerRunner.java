package io.numaresources.testbed.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.numaresources.testbed.ControlPlane;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs the real scheduler for every running pod of the operator's scheduler Deployments, with the configuration that the pod mounts, the
 * container's arguments and the access of the pod's ServiceAccount. A process lives as long as its pod; a ConfigMap that changes is read by
 * the next pod, as in a cluster.
 */
public final class SchedulerRunner implements AutoCloseable {

    private static final Map<String, String> LABELS = Map.of(
            "app.kubernetes.io/component", "scheduler", "app.kubernetes.io/managed-by", "numaresources-operator");

    private final ControlPlane plane;
    private final KubernetesClient client;
    private final ScheduledExecutorService executor;
    private final Map<String, SharedIndexInformer<Pod>> podsOfDeployment = new HashMap<>();
    private final Map<String, ScheduledPod> scheduled = new ConcurrentHashMap<>();

    private SchedulerRunner(ControlPlane plane) {
        this.plane = plane;
        this.client = plane.newClient();
        this.executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("scheduler-runner").factory());
    }

    /** Starts watching a control plane; to be closed before it. */
    public static SchedulerRunner start(ControlPlane plane) {
        var runner = new SchedulerRunner(plane);
        runner.client
                .apps()
                .deployments()
                .inAnyNamespace()
                .withLabels(LABELS)
                .inform(runner.handler(runner::deploymentChanged, runner::deploymentGone));
        return runner;
    }

    /** The scheduler pods and their processes now. */
    public List<SchedulerProcess> processes() {
        return scheduled.values().stream().map(SchedulerProcess::of).toList();
    }

    /** Stops the processes. */
    @Override
    public void close() {
        client.close();
        executor.execute(() -> {
            scheduled.values().forEach(ScheduledPod::stop);
            scheduled.clear();
        });
        executor.shutdown();
        try {
            executor.awaitTermination(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        executor.shutdownNow();
    }

    private void deploymentChanged(Deployment deployment) {
        podsOfDeployment.computeIfAbsent(
                deployment.getMetadata().getUid(),
                ignored -> client.pods()
                        .inNamespace(deployment.getMetadata().getNamespace())
                        .withLabelSelector(deployment.getSpec().getSelector())
                        .inform(handler(this::podChanged, this::podGone)));
    }

    private void deploymentGone(Deployment deployment) {
        var pods = podsOfDeployment.remove(deployment.getMetadata().getUid());
        if (pods != null) {
            pods.stop();
            pods.getStore().list().forEach(this::podGone);
        }
    }

    private void podChanged(Pod pod) {
        var runs = pod.getStatus() != null
                && "Running".equals(pod.getStatus().getPhase())
                && pod.getMetadata().getDeletionTimestamp() == null;
        var uid = pod.getMetadata().getUid();
        if (!runs) {
            podGone(pod);
        } else if (!scheduled.containsKey(uid)) {
            var process = new ScheduledPod(plane, executor, pod);
            scheduled.put(uid, process);
            process.start();
        }
    }

    private void podGone(Pod pod) {
        var process = scheduled.remove(pod.getMetadata().getUid());
        if (process != null) {
            process.stop();
        }
    }

    /** Hands all events to the one thread that owns the state. */
    private <T> ResourceEventHandler<T> handler(Consumer<T> changed, Consumer<T> gone) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(T object) {
                submit(() -> changed.accept(object));
            }

            @Override
            public void onUpdate(T before, T after) {
                submit(() -> changed.accept(after));
            }

            @Override
            public void onDelete(T object, boolean finalStateUnknown) {
                submit(() -> gone.accept(object));
            }
        };
    }

    private void submit(Runnable task) {
        if (!executor.isShutdown()) {
            executor.execute(task);
        }
    }
}
