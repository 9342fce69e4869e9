package io.numaresources.testbed.machine;

import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.binaries.RepositoryRoot;
import io.numaresources.testbed.process.Command;
import io.numaresources.testbed.process.Execution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Containers of systemd-nspawn with a network, cgroups and made-up NUMA nodes of their own. Kubelet and systemd are real, at the speed of the
 * host; CPUs and NUMA nodes beyond those of the host exist for them only.
 *
 * @param root root file system, which all share and none changes
 * @param cpusets program that takes the place of the cpuset hierarchy
 */
record ContainerHardware(Path root, Path cpusets) implements Hardware {

    private static final String FILES = "container";

    /** All that runs in a machine ends with the process that starts it, and its mounts too. */
    private static final List<String> LAUNCHER = List.of(
            "unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child=KILL", "--mount-proc");

    private static final String STARTER = "testbed/machine/start-container";

    /** Makes the root file system if it is not yet cached, and removes what killed runs left. */
    static ContainerHardware prepare(Binaries binaries, MachineImages images) {
        clean(List.of());
        return new ContainerHardware(images.rootFolder(), binaries.get(Program.CPUSETS));
    }

    @Override
    public String description() {
        return "containers with made-up NUMA nodes";
    }

    @Override
    public Machine start(MachineSpec spec, int host, Site site) {
        var folder = site.folder().file(spec.name());
        try {
            Files.createDirectories(folder);
            MadeUpZones.of(spec, hostMemory()).write(Files.createDirectories(folder.resolve("share/sys")));
            Files.copy(cpusets, folder.resolve("share/cpusets"), StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare " + spec.name(), e);
        }
        site.seed().write(spec, host, folder, FILES);
        var command = new Command(
                        spec.name(),
                        starter(),
                        List.of(
                                "run",
                                spec.name(),
                                root.toString(),
                                folder.toString(),
                                site.network().addContainer(host),
                                "numaresources-machine-%d-%s"
                                        .formatted(site.network().number(), spec.name())),
                        Map.of())
                .launchedBy(LAUNCHER);
        return ContainerMachine.start(spec, site.network().address(host), site.shell(spec, host), command, folder);
    }

    /** KiB; the kubelet takes its node's memory from /proc, which is the host's, and the zones' from /sys. */
    private static long hostMemory() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemTotal:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Removes the cgroups of a group of processes that has ended, or of all that have. */
    static void clean(List<String> group) {
        var command = new ArrayList<>(List.of(starter().toString(), "clean"));
        command.addAll(group);
        Execution.of(Duration.ofMinutes(1), command);
    }

    private static Path starter() {
        return RepositoryRoot.find().resolve(STARTER);
    }
}
