package io.numaresources.packaging.image;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import com.google.cloud.tools.jib.api.buildplan.Port;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The image: base, runtime, libraries, application with its AOT cache; what changes least comes first. */
final class ImageBuild {
    /** A number, so that Kubernetes can see that it isn't root. */
    private static final String USER = "65532:65532";

    /** How the image starts; commands of the operator come behind it. */
    static final List<String> ENTRYPOINT = List.of(
            Staging.INSIDE + "/runtime/bin/java",
            "@" + Staging.INSIDE + "/jvm.options",
            "-XX:AOTCache=" + Staging.INSIDE + "/app/app.aot",
            "-jar",
            Staging.INSIDE + "/app/quarkus-run.jar");

    /** How an image starts that has Java from its base: on any platform, so without the AOT cache, which is for one. */
    static final List<String> PORTABLE_ENTRYPOINT =
            List.of("java", "@" + Staging.INSIDE + "/jvm.options", "-jar", Staging.INSIDE + "/app/quarkus-run.jar");

    private final Staging staging;
    private final Path licence;
    private final boolean insecure;

    /** Insecure takes any certificate of a registry, and plain HTTP. */
    ImageBuild(Staging staging, Path licence, boolean insecure) {
        this.staging = staging;
        this.licence = licence;
        this.insecure = insecure;
    }

    /**
     * Builds an image for several platforms from a base with Java 25 and pushes it; returns the digest of its index.
     *
     * @param platforms such as {@code linux/arm64}
     */
    String portable(Optional<String> base, String image, List<String> platforms) throws Exception {
        if (base.isEmpty()) {
            throw new IllegalArgumentException("an image for other platforms needs a base with Java 25");
        }
        var asked = platforms.stream().map(ImageBuild::platform).collect(Collectors.toSet());
        return contain(
                describe(Jib.from(registry(base.get())), asked, PORTABLE_ENTRYPOINT, layers(false)),
                Containerizer.to(registry(image)));
    }

    private static Platform platform(String text) {
        var parts = text.split("/");
        if (parts.length != 2) {
            throw new IllegalArgumentException("not a platform such as linux/arm64: " + text);
        }
        return new Platform(parts[1], parts[0]);
    }

    /** Builds from a base of a registry or of Debian packages, to an archive or a registry; returns the image's digest. */
    String build(Optional<String> base, String image, Optional<Path> tar) throws Exception {
        if (!Files.exists(staging.aotCache())) {
            throw new IllegalStateException("no " + staging.aotCache() + ": train it first");
        }
        var built = contain(
                describe(
                        base.isPresent() ? Jib.from(registry(base.get())) : debian(),
                        Set.of(new Platform(Staging.architecture(), "linux")),
                        ENTRYPOINT,
                        layers(true)),
                tar.isPresent()
                        ? Containerizer.to(TarImage.at(tar.get()).named(image))
                        : Containerizer.to(registry(image)));
        return tar.isPresent() ? built + ", " + Files.size(tar.get()) / 1_000_000 + " MB compressed" : built;
    }

    private String contain(JibContainerBuilder builder, Containerizer to) throws Exception {
        // jib knows a layer again by the names and times of its files, which are the same in each build, and would take
        // a former one
        var layers = Files.createTempDirectory(staging.folder().toAbsolutePath().getParent(), "jib-layers");
        try {
            return contain(builder, to, layers);
        } finally {
            Staging.remove(layers);
        }
    }

    private String contain(JibContainerBuilder builder, Containerizer to, Path layers) throws Exception {
        var container = builder.containerize(to.setApplicationLayersCache(layers)
                .setBaseImageLayersCache(staging.folder().resolveSibling("jib-cache"))
                .setAllowInsecureRegistries(insecure)
                .setToolName("numaresources"));
        return container.getTargetImage() + " " + container.getDigest();
    }

    private JibContainerBuilder debian() throws IOException, InterruptedException {
        return Jib.from(
                TarImage.at(BaseImage.archive(staging.folder().toAbsolutePath().getParent())));
    }

    private static RegistryImage registry(String name) throws Exception {
        var reference = ImageReference.parse(name);
        return RegistryImage.named(reference)
                .addCredentialRetriever(CredentialRetrieverFactory.forImage(reference, event -> {})
                        .dockerConfig());
    }

    private static JibContainerBuilder describe(
            JibContainerBuilder builder,
            Set<Platform> platforms,
            List<String> entrypoint,
            List<FileEntriesLayer> layers) {
        return builder.setPlatforms(platforms)
                .setFileEntriesLayers(layers)
                .setEntrypoint(entrypoint)
                .setUser(USER)
                .setWorkingDirectory(AbsoluteUnixPath.get("/tmp"))
                .setExposedPorts(Set.of(Port.tcp(8080)))
                .setCreationTime(Staging.TIME)
                .setLabels(Map.of(
                        "org.opencontainers.image.title", "NUMA resources operator",
                        "org.opencontainers.image.licenses", "Apache-2.0",
                        "name", "numaresources-operator",
                        "summary", "Makes a Kubernetes cluster NUMA-aware from one custom resource"));
    }

    /** Runtime and AOT cache are of this machine's architecture. */
    private List<FileEntriesLayer> layers(boolean ofThisMachine) throws IOException {
        var layers = new ArrayList<FileEntriesLayer>();
        if (ofThisMachine) {
            layers.add(layer("runtime", List.of(staging.runtime())));
        }
        layers.add(layer("libraries", List.of(staging.application().resolve("lib"))));
        var rest = new ArrayList<Path>();
        try (var files = Files.list(staging.application())) {
            files.filter(file -> !file.getFileName().toString().equals("lib"))
                    .filter(file -> ofThisMachine || !file.equals(staging.aotCache()))
                    .sorted()
                    .forEach(rest::add);
        }
        rest.add(staging.options());
        layers.add(layer("application", rest));
        layers.add(FileEntriesLayer.builder()
                .setName("licence")
                .addEntry(licence, AbsoluteUnixPath.get("/licenses/LICENSE"))
                .build());
        return layers;
    }

    private FileEntriesLayer layer(String name, List<Path> files) throws IOException {
        var layer = FileEntriesLayer.builder().setName(name);
        for (var file : files) {
            var inside = Staging.INSIDE + "/" + staging.folder().relativize(file);
            layer.addEntryRecursive(
                    file,
                    AbsoluteUnixPath.get(inside),
                    (source, destination) -> Files.isDirectory(source) || Files.isExecutable(source)
                            ? FilePermissions.fromOctalString("755")
                            : FilePermissions.fromOctalString("644"),
                    (source, destination) -> Staging.TIME);
        }
        return layer.build();
    }
}
