package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.Execution;
import io.numaresources.testbed.process.LogFile;
import java.nio.file.Path;
import java.time.Duration;

/** A machine that runs a kubelet under systemd. */
public abstract sealed class Machine implements AutoCloseable permits EmulatedMachine, ContainerMachine {

    /** How long an import of images may take: emulated CPUs need minutes. */
    static final Duration IMPORT = Duration.ofMinutes(20);

    private static final Duration COMMAND = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final MachineSpec spec;
    private final String address;
    private final SecureShell shell;

    Machine(MachineSpec spec, String address, SecureShell shell) {
        this.spec = spec;
        this.address = address;
        this.shell = shell;
    }

    /** Name of the machine and of its Node. */
    public final String name() {
        return spec.name();
    }

    /** What it was started as. */
    public final MachineSpec spec() {
        return spec;
    }

    /** Its IPv4 address, which the host reaches. */
    public final String address() {
        return address;
    }

    /**
     * Has root's shell on the machine run a command line for at most two minutes; returns its output.
     *
     * @throws IllegalStateException if it fails, with what it said, or if the machine can't be reached
     */
    public final String ssh(String commandLine) {
        return run(commandLine, COMMAND).requireSuccess().output();
    }

    /** Has root's shell on the machine run a command line that may fail. */
    public final Execution run(String commandLine, Duration limit) {
        return shell.run(commandLine, limit);
    }

    /** What a person types for a shell on it. */
    public final String shellCommand() {
        return shell.commandLine();
    }

    /**
     * Waits until ssh is answered, for example after a reset.
     *
     * @throws IllegalStateException if it isn't within the limit
     */
    public final void awaitSsh(Duration limit) {
        var deadline = System.nanoTime() + limit.toNanos();
        while (!shell.answers()) {
            requireAlive();
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("%s does not answer after %d s; end of its console:\n%s"
                        .formatted(name(), limit.toSeconds(), console().tail(12)));
            }
            pause();
        }
    }

    /** What it wrote to its console. */
    public abstract LogFile console();

    /** Resets it as its reset button would, and it boots again. */
    public abstract void hardReset();

    /** Takes a CPU away; the kubelet notices when it starts again. */
    public abstract void offline(int cpu);

    /** Gives it back. */
    public abstract void online(int cpu);

    /** CPUs that a container may use, as a list of ranges, by the full id that its runtime gave it. */
    public abstract String cpus(String container);

    /** Imports the images of an archive as docker and jib write them. */
    public abstract void importImages(Path archive);

    /** Kills it. */
    @Override
    public abstract void close();

    abstract void requireAlive();

    /** A file of a container's cgroup. */
    final String cgroup(String hierarchy, String container, String file) {
        return ssh("cat $(find %s/kubepods.slice -name 'cri-containerd-%s.scope')/%s"
                .formatted(hierarchy, container, file));
    }

    final void disconnect() {
        shell.disconnect();
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a machine boots", e);
        }
    }
}
