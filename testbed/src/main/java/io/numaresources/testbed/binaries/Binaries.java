package io.numaresources.testbed.binaries;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/** Executables of the control plane, built on first use and cached by what they are built from. */
public final class Binaries {

    private static final String KUBERNETES = "k8s.io/kubernetes";

    private final RepositoryRoot root;
    private final Path cache;
    private final Optional<Path> assets;
    private final GoBuild build;

    /** Binaries of a checkout in a cache folder; {@code assets} is a folder with ready ones, as KUBEBUILDER_ASSETS names it. */
    public Binaries(RepositoryRoot root, Path cache, Optional<Path> assets, Progress progress) {
        this.root = root;
        this.cache = cache;
        this.assets = assets;
        this.build = new GoBuild(progress);
    }

    /** Binaries of the checkout around the working folder, in the user's cache folder. */
    public static Binaries standard() {
        return new Binaries(
                RepositoryRoot.find(),
                userCache(System.getenv()),
                Optional.ofNullable(System.getenv("KUBEBUILDER_ASSETS")).map(Path::of),
                Progress.standard());
    }

    static Path userCache(Map<String, String> environment) {
        var xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        var parent = xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return parent.resolve("numaresources-testbed");
    }

    /** The checkout these are built from. */
    public RepositoryRoot root() {
        return root;
    }

    /** The folder in which they are kept. */
    public Path cache() {
        return cache;
    }

    /** The Kubernetes version of the control plane, such as {@code v1.34.4}. */
    public String kubernetesVersion() {
        return module(Program.KUBE_APISERVER).version(KUBERNETES);
    }

    /** The version of node-feature-discovery whose topology updater runs on emulated machines, such as {@code v0.19.0}. */
    public String featureDiscoveryVersion() {
        return module(Program.NFD_TOPOLOGY_UPDATER).version("sigs.k8s.io/node-feature-discovery");
    }

    /** The version of the scheduler with the NUMA plugin, such as {@code v0.34.7}. */
    public String schedulerVersion() {
        return module(Program.KUBE_SCHEDULER).version("sigs.k8s.io/scheduler-plugins");
    }

    /** Whether the checkout has the program: the project's own ones may be left out of it. */
    public boolean available(Program program) {
        return program.ownSources()
                .map(sources -> Files.isRegularFile(
                        module(program).folder().resolve(sources).resolve("main.go")))
                .orElse(true);
    }

    /**
     * The executable; builds it if the cache hasn't got it.
     *
     * @throws IllegalStateException if it can't be built, with the reason in one line
     */
    public Path get(Program program) {
        var ready = assets.map(folder -> folder.resolve(program.fileName()))
                .filter(file -> program.maybeInAssets() && Files.isExecutable(file));
        return ready.orElseGet(() -> cached(program, program.fileName(), kubernetesVersion()));
    }

    /** The API server that says it is of another version, such as {@code v1.35.0}; only its link step is repeated. */
    public Path apiServer(String version) {
        if (version.equals(kubernetesVersion())) {
            return get(Program.KUBE_APISERVER);
        }
        return cached(Program.KUBE_APISERVER, Program.KUBE_APISERVER.fileName() + "-" + version, version);
    }

    /**
     * Folder with the source of a module that a program is built from, for files that are not part of the program.
     *
     * @throws IllegalStateException if Go can't provide it
     */
    public Path source(Program program, String module) {
        return module(program).download(module);
    }

    private Path cached(Program program, String name, String version) {
        var module = module(program);
        var folder = cache.resolve(module.hash(program.ownSources().isPresent()));
        var file = folder.resolve(name);
        if (Files.isExecutable(file)) {
            return file;
        }
        try {
            Files.createDirectories(folder);
            try (var channel = FileChannel.open(
                            folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var lock = lock(channel)) {
                if (lock.isValid() && !Files.isExecutable(file)) {
                    var temporary = folder.resolve("." + name + ".new");
                    build.run(module, program, version, temporary);
                    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot cache " + name + " in " + folder, e);
        }
        return file;
    }

    /** Waits for the lock, also when it is another thread of this JVM that holds it. */
    private static FileLock lock(FileChannel channel) throws IOException {
        while (true) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException e) {
                pause();
            }
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while another build holds the lock", e);
        }
    }

    private GoModule module(Program program) {
        return new GoModule(root.resolve("testbed/go").resolve(program.module()));
    }
}
