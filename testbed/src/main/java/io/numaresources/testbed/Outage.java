package io.numaresources.testbed;

import io.numaresources.testbed.process.ChildProcess;
import java.time.Duration;

/**
 * Takes a component of a control plane away for a time.
 *
 * @param plane whose component
 * @param component name of its program, such as {@code etcd}
 */
public record Outage(ControlPlane plane, String component) {

    /**
     * Kills the component, leaves it away, and starts it with the same command line and data; returns when the API server is ready.
     *
     * @throws io.numaresources.testbed.process.ComponentFailure if it isn't within a minute and a half
     */
    public void killFor(Duration time) {
        var killed = process(component);
        killed.kill();
        sleep(time);
        plane.replace(killed, killed.again());
        awaitReady();
    }

    /** Lets the component stand still; returns when the API server is ready. */
    public void pauseFor(Duration time) {
        var paused = process(component);
        paused.pause();
        try {
            sleep(time);
        } finally {
            paused.resume();
        }
        awaitReady();
    }

    private void awaitReady() {
        Startup.awaitReady(process("kube-apiserver"), plane.kubeconfig());
    }

    private ChildProcess process(String name) {
        return plane.processes().stream()
                .filter(process -> process.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + name + " runs"));
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during an outage", e);
        }
    }
}
