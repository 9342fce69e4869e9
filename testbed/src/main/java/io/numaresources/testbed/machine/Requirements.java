package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.Execution;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What machines need of the host; on Debian the packages are installed where they are missing. */
final class Requirements {

    private static final Duration INSTALLING = Duration.ofMinutes(10);

    private final String path;
    private final boolean root;
    private final boolean linuxOnX86;
    private final MachineKind kind;

    Requirements(String path, boolean root, boolean linuxOnX86, MachineKind kind) {
        this.path = path;
        this.root = root;
        this.linuxOnX86 = linuxOnX86;
        this.kind = kind;
    }

    /** Those of a kind of machines, on this host and for this user. */
    static Requirements ofHost(MachineKind kind) {
        return new Requirements(
                System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin",
                "root".equals(System.getProperty("user.name")),
                "Linux".equals(System.getProperty("os.name")) && "amd64".equals(System.getProperty("os.arch")),
                kind);
    }

    /**
     * Installs the packages that are missing, after saying which.
     *
     * @throws IllegalStateException if something is missing that can't be installed, in one line
     */
    void provide(PrintStream out) {
        var packages = missingPackages();
        var others = missingOthers();
        if (!others.isEmpty() || !packages.isEmpty() && find("apt-get").isEmpty()) {
            throw new IllegalStateException(complaint(others, packages));
        }
        if (!packages.isEmpty()) {
            out.println("Installing Debian packages that NUMA machines need: " + String.join(" ", packages));
            install(packages);
        }
    }

    private static String complaint(List<String> others, List<String> packages) {
        var all = new ArrayList<>(others);
        if (!packages.isEmpty()) {
            all.add("the Debian packages " + String.join(" ", packages));
        }
        return "NUMA machines can't be started here, missing: " + String.join(", ", all) + ".";
    }

    private List<String> missingOthers() {
        var missing = new ArrayList<String>();
        if (!linuxOnX86) {
            missing.add("Linux on x86-64");
        }
        if (!root) {
            missing.add("root (for network namespaces and for making the root file system)");
        }
        return missing;
    }

    List<String> missingPackages() {
        var missing = new TreeSet<String>();
        kind.packages().forEach((program, debianPackage) -> {
            if (find(program).isEmpty()) {
                missing.add(debianPackage);
            }
        });
        return List.copyOf(missing);
    }

    private List<Path> find(String program) {
        return Stream.of(path.split(":"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .toList();
    }

    private static void install(List<String> packages) {
        Execution.of(INSTALLING, List.of("apt-get", "update", "-qq")).requireSuccess();
        var command = new ArrayList<>(List.of(
                "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", "--no-install-recommends"));
        command.addAll(packages);
        Execution.of(INSTALLING, command).requireSuccess();
    }
}
