package io.numaresources.testbed.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinariesTest {

    @TempDir
    private Path folder;

    private Path cluster;

    @BeforeEach
    void checkout() throws IOException {
        cluster = Files.createDirectories(folder.resolve("checkout/testbed/go/cluster"));
        Files.writeString(cluster.resolve("go.mod"), """
                module example

                require (
                \tk8s.io/kubernetes v1.34.4
                )
                """);
        Files.writeString(cluster.resolve("go.sum"), "");
    }

    @Test
    void takesFromTheCacheWithoutBuilding() throws IOException {
        var cached = cache(new GoModule(cluster).hash(false), "kube-scheduler");

        assertThat(binaries(Optional.empty()).get(Program.KUBE_SCHEDULER)).isEqualTo(cached);
    }

    @Test
    void keepsApiServersOfOtherVersionsApart() throws IOException {
        var cached = cache(new GoModule(cluster).hash(false), "kube-apiserver-v1.35.0");

        assertThat(binaries(Optional.empty()).apiServer("v1.35.0")).isEqualTo(cached);
    }

    @Test
    void prefersAssetsExceptForTheSchedulerWhichLacksThePlugin() throws IOException {
        var assets = Files.createDirectories(folder.resolve("assets"));
        var etcd = executable(assets.resolve("etcd"));
        executable(assets.resolve("kube-scheduler"));
        var scheduler = cache(new GoModule(cluster).hash(false), "kube-scheduler");
        var binaries = binaries(Optional.of(assets));

        assertThat(binaries.get(Program.ETCD)).isEqualTo(etcd);
        assertThat(binaries.get(Program.KUBE_SCHEDULER)).isEqualTo(scheduler);
    }

    @Test
    void buildsOwnProgramsAgainWhenTheirSourcesChange() throws IOException {
        var module = new GoModule(cluster);
        var withoutSources = module.hash(false);
        var source = Files.createDirectories(cluster.resolve("simnode")).resolve("main.go");
        Files.writeString(source, "package main");
        var before = module.hash(true);
        Files.writeString(source, "package main // changed");

        assertThat(module.hash(true)).isNotEqualTo(before);
        assertThat(module.hash(false)).isEqualTo(withoutSources);
    }

    @Test
    void readsTheKubernetesVersionFromGoMod() {
        assertThat(binaries(Optional.empty()).kubernetesVersion()).isEqualTo("v1.34.4");
        assertThat(GoBuild.command(Program.ETCD, "v1.34.4", Path.of("etcd")))
                .contains("go.etcd.io/etcd/server/v3")
                .anySatisfy(flag -> assertThat(flag)
                        .contains("gitVersion=v1.34.4")
                        .contains("gitMajor=1")
                        .contains("gitMinor=34"));
    }

    @Test
    void believesAReplacementRatherThanTheRequirement() throws IOException {
        Files.writeString(cluster.resolve("go.mod"), """
                require (
                \tk8s.io/kubernetes v1.34.7 // indirect
                )

                replace (
                \tk8s.io/kubernetes => k8s.io/kubernetes v1.34.4
                )
                """);

        assertThat(binaries(Optional.empty()).kubernetesVersion()).isEqualTo("v1.34.4");
    }

    @Test
    void saysWhatModuleIsNotRequired() {
        assertThatThrownBy(() -> new GoModule(cluster).version("example.com/other"))
                .hasMessageContaining("does not require example.com/other");
    }

    @Test
    void cachesWhereTheUserKeepsCaches() {
        assertThat(Binaries.userCache(Map.of("XDG_CACHE_HOME", "/var/cache/me")))
                .isEqualTo(Path.of("/var/cache/me/numaresources-testbed"));
        assertThat(Binaries.userCache(Map.of()))
                .isEqualTo(Path.of(System.getProperty("user.home"), ".cache", "numaresources-testbed"));
    }

    @Test
    void findsTheCheckoutFromAFolderInsideIt() throws IOException {
        var inside = Files.createDirectories(folder.resolve("checkout/operator/src"));

        assertThat(RepositoryRoot.above(inside).path()).isEqualTo(folder.resolve("checkout"));
        assertThatThrownBy(() -> RepositoryRoot.above(folder)).hasMessageContaining(RepositoryRoot.VARIABLE);
    }

    private Binaries binaries(Optional<Path> assets) {
        var quiet = new Progress(new PrintStream(new ByteArrayOutputStream()), false, InstantSource.system());
        return new Binaries(new RepositoryRoot(folder.resolve("checkout")), folder.resolve("cache"), assets, quiet);
    }

    private Path cache(String hash, String name) throws IOException {
        return executable(
                Files.createDirectories(folder.resolve("cache").resolve(hash)).resolve(name));
    }

    private static Path executable(Path file) throws IOException {
        Files.writeString(file, "");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
