package io.numaresources.packaging.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.testbed.binaries.Binaries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An image of a few small files on a base of one. */
class ImageBuildTest {

    @TempDir
    private Path folder;

    private Staging staging;
    private Path licence;

    @BeforeEach
    void stage() throws Exception {
        staging = new Staging(folder.resolve("opt"));
        for (var name : List.of("runtime/bin/java", "app/quarkus-run.jar", "app/lib/boot/a.jar", "jvm.options")) {
            var file = staging.folder().resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, name);
        }
        assertThat(staging.runtime().resolve("bin/java").toFile().setExecutable(true))
                .isTrue();
        licence = Files.writeString(folder.resolve("LICENSE"), "licence");
        var base = Files.createDirectories(folder.resolve("base"));
        Files.writeString(base.resolve("os-release"), "base");
        Staging.run(List.of(
                "tar",
                "-C",
                base.toString(),
                "-cf",
                base.resolve(BaseImage.LAYER).toString(),
                "os-release"));
        BaseImage.write(base, folder.resolve("base-image.tar"));
    }

    @Test
    void runsAsANumberAndStartsTheTrainedApplication() throws Exception {
        Files.writeString(staging.aotCache(), "cache");
        var tar = folder.resolve("image.tar");

        var built = new ImageBuild(staging, licence, false)
                .build(Optional.empty(), "example.com/operator:1", Optional.of(tar));

        assertThat(built).startsWith("example.com/operator:1 sha256:");
        var manifest = json(tar, "manifest.json").get(0);
        var image = json(tar, manifest.path("Config").asText());
        assertThat(image.path("architecture").asText()).isEqualTo(Staging.architecture());
        assertThat(image.at("/config/User").asText()).isEqualTo("65532:65532");
        assertThat(image.at("/config/Entrypoint"))
                .extracting(JsonNode::asText)
                .containsExactly(
                        "/opt/numaresources/runtime/bin/java",
                        "@/opt/numaresources/jvm.options",
                        "-XX:AOTCache=/opt/numaresources/app/app.aot",
                        "-jar",
                        "/opt/numaresources/app/quarkus-run.jar");
        assertThat(manifest.path("Layers")).hasSize(5);
    }

    /** The JVM refuses an AOT cache whose jars have another time than in the training. */
    @Test
    void givesFilesTheTimeAndTheRightsThatTheyHadInTheTraining() throws Exception {
        Files.writeString(staging.aotCache(), "cache");
        var tar = folder.resolve("image.tar");
        new ImageBuild(staging, licence, false).build(Optional.empty(), "example.com/operator:1", Optional.of(tar));

        var listing = new StringBuilder();
        for (var layer : json(tar, "manifest.json").get(0).path("Layers")) {
            var file = Files.write(folder.resolve("layer"), bytes("tar", "-xOf", tar.toString(), layer.asText()));
            listing.append(text("tar", "--utc", "--full-time", "-tvzf", file.toString()));
        }

        assertThat(listing.toString().lines())
                .anyMatch(
                        line -> line.matches("-rwxr-xr-x .* 1970-01-01 00:00:01 /?opt/numaresources/runtime/bin/java"))
                .anyMatch(line ->
                        line.matches("-rw-r--r-- .* 1970-01-01 00:00:01 /?opt/numaresources/app/lib/boot/a.jar"))
                .anyMatch(line -> line.matches("-rw-r--r-- .* 1970-01-01 00:00:01 /?opt/numaresources/app/app.aot"))
                .anyMatch(line -> line.endsWith("licenses/LICENSE"))
                .anyMatch(line -> line.endsWith("os-release"));
    }

    /** Names and times of the files are the same in each build. */
    @Test
    void aSecondBuildHasTheFilesOfTheSecond() throws Exception {
        var tar = folder.resolve("image.tar");
        for (var content : List.of("first", "other")) {
            Files.writeString(staging.aotCache(), content);
            new ImageBuild(staging, licence, false).build(Optional.empty(), "example.com/operator:1", Optional.of(tar));
        }

        var files = new StringBuilder();
        for (var layer : json(tar, "manifest.json").get(0).path("Layers")) {
            var file = Files.write(folder.resolve("layer"), bytes("tar", "-xOf", tar.toString(), layer.asText()));
            files.append(text("tar", "-xzOf", file.toString()));
        }

        assertThat(files.toString()).contains("other").doesNotContain("first");
        assertThat(folder.toFile().list()).noneMatch(name -> name.startsWith("jib-layers"));
    }

    /** The scorecard's command takes the place of the image's entry point, and there is no shell. */
    @Test
    void theScorecardStartsAsTheImageDoes() throws IOException {
        var config = Serialization.unmarshal(
                Files.readString(Binaries.standard().root().path().resolve("config/scorecard/config.yaml")),
                JsonNode.class);

        for (var test : config.at("/stages/1/tests")) {
            assertThat(test.path("entrypoint"))
                    .extracting(JsonNode::asText)
                    .startsWith(ImageBuild.ENTRYPOINT.toArray(String[]::new))
                    .endsWith("scorecard", test.at("/labels/test").asText());
        }
    }

    /** Runtime and AOT cache of this machine would be of no use on the other platform. */
    @Test
    void pushesAnImageForTwoPlatformsWithTheJavaOfItsBase() throws Exception {
        Files.writeString(staging.aotCache(), "cache");
        try (var registry = FakeRegistry.start(folder)) {
            var base = registry.address() + "/java:25";
            var manifests = new TreeMap<String, String>();
            for (var architecture : List.of("amd64", "arm64")) {
                manifests.put(architecture, pushBase(registry.address() + "/java:" + architecture, architecture));
            }
            registry.putIndex("java", "25", manifests);

            var built = new ImageBuild(staging, licence, true)
                    .portable(
                            Optional.of(base),
                            registry.address() + "/team/operator:1",
                            List.of("linux/amd64", "linux/arm64"));

            assertThat(built).startsWith(registry.address() + "/team/operator:1 sha256:");
            var index = registry.manifest("team/operator", "1");
            assertThat(index.path("manifests"))
                    .extracting(one -> one.at("/platform/architecture").asText())
                    .containsExactlyInAnyOrder("amd64", "arm64");
            for (var one : index.path("manifests")) {
                var manifest =
                        registry.manifest("team/operator", one.path("digest").asText());
                var config = registry.json(manifest.at("/config/digest").asText());
                assertThat(config.path("architecture").asText())
                        .isEqualTo(one.at("/platform/architecture").asText());
                assertThat(config.at("/config/Entrypoint"))
                        .extracting(JsonNode::asText)
                        .containsExactlyElementsOf(ImageBuild.PORTABLE_ENTRYPOINT);
                var listing = new StringBuilder();
                for (var layer : manifest.path("layers")) {
                    var file = Files.write(
                            folder.resolve("layer"),
                            registry.blob(layer.path("digest").asText()));
                    listing.append(text("tar", "-tzf", file.toString()));
                }
                assertThat(listing.toString())
                        .contains(
                                "app/quarkus-run.jar",
                                "jvm.options",
                                "base-of-" + config.path("architecture").asText())
                        .doesNotContain("app.aot", "runtime/bin/java");
            }
            assertThat(new Digests(true).of(List.of(registry.address() + "/team/operator:1")))
                    .containsEntry(registry.address() + "/team/operator:1", built.substring(built.indexOf("sha256:")));
            assertThatThrownBy(() -> new Digests(true).of(List.of(registry.address() + "/team/operator:2")))
                    .hasMessageContaining("is not published");
        }
    }

    @Test
    void anImageForOtherPlatformsNeedsABase() {
        assertThatThrownBy(() -> new ImageBuild(staging, licence, false)
                        .portable(Optional.empty(), "x:1", List.of("linux/arm64")))
                .hasMessageContaining("base with Java 25");
        assertThatThrownBy(() ->
                        new ImageBuild(staging, licence, false).portable(Optional.of("b"), "x:1", List.of("arm64")))
                .hasMessageContaining("arm64");
    }

    /** A base of one file. */
    private String pushBase(String image, String architecture) throws Exception {
        var file = Files.writeString(folder.resolve("base-of-" + architecture), architecture);
        return Jib.fromScratch()
                .setPlatforms(Set.of(new Platform(architecture, "linux")))
                .addLayer(List.of(file), "/")
                .containerize(Containerizer.to(RegistryImage.named(image))
                        .setAllowInsecureRegistries(true)
                        .setApplicationLayersCache(folder.resolve("cache"))
                        .setBaseImageLayersCache(folder.resolve("cache")))
                .getDigest()
                .toString();
    }

    @Test
    void saysWhatIsMissing() {
        assertThatThrownBy(
                        () -> new ImageBuild(staging, licence, false).build(Optional.empty(), "x:1", Optional.empty()))
                .hasMessageContaining("app.aot")
                .hasMessageContaining("train it first");
        assertThatThrownBy(() -> staging.lay(folder.resolve("nowhere"), licence))
                .hasMessageContaining("not packaged");
    }

    private static JsonNode json(Path tar, String entry) throws IOException {
        return new ObjectMapper().readTree(bytes("tar", "-xOf", tar.toString(), entry));
    }

    private static String text(String... command) throws IOException {
        return new String(bytes(command), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String... command) throws IOException {
        return new ProcessBuilder(command).start().getInputStream().readAllBytes();
    }
}
