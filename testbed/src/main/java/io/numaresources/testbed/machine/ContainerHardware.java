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
    private static final String STARTER = "testbed/machine/start-container";

    /** Makes the root file system if it is not yet cached, and removes what killed runs left. */
    static ContainerHardware prepare(Binaries binaries, MachineImages images) {
        Execution.of(Duration.ofMinutes(1), List.of(starter().toString(), "clean"));
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
            MadeUpZones.of(spec).write(Files.createDirectories(folder.resolve("share/sys")));
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
                .launchedBy(List.of("unshare", "--mount", "--propagation", "private"));
        return ContainerMachine.start(spec, site.network().address(host), site.shell(spec, host), command, folder);
    }

    private static Path starter() {
        return RepositoryRoot.find().resolve(STARTER);
    }
}
