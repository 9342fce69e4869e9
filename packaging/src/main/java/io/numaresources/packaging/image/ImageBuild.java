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

    private final Staging staging;
    private final Path licence;

    ImageBuild(Staging staging, Path licence) {
        this.staging = staging;
        this.licence = licence;
    }

    /** Builds from a base of a registry or of Debian packages, to an archive or a registry; returns the image's digest. */
    String build(Optional<String> base, String image, Optional<Path> tar) throws Exception {
        if (!Files.exists(staging.aotCache())) {
            throw new IllegalStateException("no " + staging.aotCache() + ": train it first");
        }
        var cache = staging.folder().resolveSibling("jib-cache");
        var to = tar.isPresent()
                ? Containerizer.to(TarImage.at(tar.get()).named(image))
                : Containerizer.to(registry(image));
        var container = describe(base.isPresent() ? Jib.from(registry(base.get())) : debian())
                .containerize(to.setApplicationLayersCache(cache)
                        .setBaseImageLayersCache(cache)
                        .setToolName("numaresources"));
        var size = tar.isPresent() ? ", " + Files.size(tar.get()) / 1_000_000 + " MB compressed" : "";
        return container.getTargetImage() + " " + container.getDigest() + size;
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

    private JibContainerBuilder describe(JibContainerBuilder builder) throws IOException {
        return builder.setPlatforms(Set.of(new Platform(Staging.architecture(), "linux")))
                .setFileEntriesLayers(layers())
                .setEntrypoint(ENTRYPOINT)
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

    private List<FileEntriesLayer> layers() throws IOException {
        var layers = new ArrayList<FileEntriesLayer>();
        layers.add(layer("runtime", List.of(staging.runtime())));
        layers.add(layer("libraries", List.of(staging.application().resolve("lib"))));
        var rest = new ArrayList<Path>();
        try (var files = Files.list(staging.application())) {
            files.filter(file -> !file.getFileName().toString().equals("lib"))
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
