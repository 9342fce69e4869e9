package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.ChildProcess;
import io.numaresources.testbed.process.Command;
import io.numaresources.testbed.process.LogFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** A machine that is a container: its kernel and its clock are the host's. */
final class ContainerMachine extends Machine {

    private static final String SHARE = "/mnt";

    private final Command command;
    private final Path folder;
    private ChildProcess process;

    private ContainerMachine(
            MachineSpec spec, String address, SecureShell shell, Command command, Path folder, ChildProcess process) {
        super(spec, address, shell);
        this.command = command;
        this.folder = folder;
        this.process = process;
    }

    static ContainerMachine start(MachineSpec spec, String address, SecureShell shell, Command command, Path folder) {
        return new ContainerMachine(spec, address, shell, command, folder, ChildProcess.start(command, folder));
    }

    @Override
    public synchronized LogFile console() {
        return process.log();
    }

    /** All processes end at once; what they wrote is there when it boots again, with another boot id. */
    @Override
    public synchronized void hardReset() {
        close();
        process = process.again();
    }

    @Override
    public void offline(int cpu) {
        ssh("/usr/lib/testbed/offline " + cpu);
    }

    @Override
    public void online(int cpu) {
        ssh("/usr/lib/testbed/online " + cpu);
    }

    /** What the kubelet had written to its cgroup: the host may not have these CPUs. */
    @Override
    public String cpus(String container) {
        return cgroup("/sys/fs/cgroup/cpuset", container, "cpuset.effective_cpus");
    }

    @Override
    public void importImages(Path archive) {
        try {
            Files.copy(archive, folder.resolve("share/images.tar"), StandardCopyOption.REPLACE_EXISTING);
            run("ctr --namespace k8s.io images import " + SHARE + "/images.tar", IMPORT)
                    .requireSuccess();
            Files.delete(folder.resolve("share/images.tar"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        disconnect();
        process.kill();
        ContainerHardware.clean(List.of(command.arguments().getLast()));
    }

    @Override
    synchronized void requireAlive() {
        process.requireAlive();
    }
}
