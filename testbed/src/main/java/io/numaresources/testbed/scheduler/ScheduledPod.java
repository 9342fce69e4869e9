package io.numaresources.testbed.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Command;
import io.numaresources.testbed.process.LogFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The process of one scheduler pod. It is started again with a growing delay when it ends by itself or can't be started, as a kubelet does.
 * Its methods are called on the runner's thread only; {@link #process} and {@link #problem} may be read by others.
 */
final class ScheduledPod {

    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
    private static final Duration LAST_DELAY = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final ControlPlane plane;
    private final ScheduledExecutorService executor;
    private final Pod pod;
    private final String name;
    private volatile Optional<ChildProcess> process = Optional.empty();
    private volatile Optional<String> problem = Optional.empty();
    private volatile int starts;
    private Duration delay = FIRST_DELAY;
    private boolean stopped;

    ScheduledPod(ControlPlane plane, ScheduledExecutorService executor, Pod pod) {
        this.plane = plane;
        this.executor = executor;
        this.pod = pod;
        this.name = "scheduler-" + pod.getMetadata().getName();
    }

    void start() {
        if (stopped) {
            return;
        }
        try {
            var started = ChildProcess.start(command(), plane.folder().path());
            starts++;
            process = Optional.of(started);
            problem = Optional.empty();
            started.onExit().thenRun(() -> executor.execute(() -> ended(started)));
        } catch (RuntimeException e) {
            problem = Optional.of(String.valueOf(e.getMessage()));
            again();
        }
    }

    void stop() {
        stopped = true;
        process.ifPresent(running -> running.stop(GRACE));
    }

    Pod pod() {
        return pod;
    }

    /** The process, if one was started. */
    Optional<ChildProcess> process() {
        return process;
    }

    /** Why it could not be started or has ended. */
    Optional<String> problem() {
        return problem;
    }

    /** How often it was started. */
    int starts() {
        return starts;
    }

    LogFile log() {
        return new LogFile(plane.folder().file(name + ".log"));
    }

    private void ended(ChildProcess which) {
        if (!stopped && process.filter(which::equals).isPresent()) {
            problem = Optional.of(name + " ended: " + which.log().tail(3));
            again();
        }
    }

    private void again() {
        executor.schedule(this::start, delay.toMillis(), TimeUnit.MILLISECONDS);
        var doubled = delay.multipliedBy(2);
        delay = doubled.compareTo(LAST_DELAY) < 0 ? doubled : LAST_DELAY;
    }

    private Command command() {
        var namespace = pod.getMetadata().getNamespace();
        var kubeconfig = plane.kubeconfigOf(namespace, pod.getSpec().getServiceAccountName())
                .write(file(".kubeconfig"));
        var configuration = PodConfiguration.withKubeconfig(new PodConfiguration(plane.client()).read(pod), kubeconfig);
        var file = file(".yaml");
        try {
            Files.writeString(file, configuration);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        return Command.of(
                        name,
                        plane.binaries().get(Program.KUBE_SCHEDULER),
                        "--config=" + file,
                        "--bind-address=127.0.0.1",
                        "--secure-port=" + plane.ports().next(),
                        "--cert-dir=" + file(".pki"),
                        "--authentication-kubeconfig=" + kubeconfig,
                        "--authorization-kubeconfig=" + kubeconfig)
                .with(arguments());
    }

    private List<String> arguments() {
        return ContainerArguments.of(PodConfiguration.container(pod)).portable();
    }

    private Path file(String suffix) {
        return plane.folder().file(name + suffix);
    }
}
