package io.numaresources.packaging.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A base image with libc and nothing else, without shell and package manager, made of Debian packages by mmdebstrap. */
final class BaseImage {
    private static final String SUITE = "bookworm";
    /** What the JVM links to, and the files that say what this system is. */
    private static final String PACKAGES = "base-files,libc6";

    static final String LAYER = "layer.tar";

    private BaseImage() {}

    /** Writes a Docker archive; keeps the one that is there. */
    static Path archive(Path folder) throws IOException, InterruptedException {
        var archive = folder.resolve("base-image.tar");
        if (Files.exists(archive)) {
            return archive;
        }
        var parts = Files.createDirectories(folder.resolve("base"));
        var layer = parts.resolve(LAYER);
        Staging.run(List.of(
                "mmdebstrap",
                "--variant=extract",
                "--include=" + PACKAGES,
                "--dpkgopt=path-exclude=/usr/share/locale/*",
                "--dpkgopt=path-exclude=/usr/lib/*/gconv/*",
                "--quiet",
                SUITE,
                layer.toString()));
        write(parts, archive);
        Staging.remove(parts);
        return archive;
    }

    /** Makes a Docker archive of the layer in a folder. */
    static void write(Path folder, Path archive) throws IOException, InterruptedException {
        var mapper = new ObjectMapper();
        var config = mapper.writeValueAsBytes(Map.of(
                "architecture", Staging.architecture(),
                "os", "linux",
                "config", Map.of(),
                "rootfs", Map.of("type", "layers", "diff_ids", List.of("sha256:" + sha256(folder.resolve(LAYER))))));
        var manifest = mapper.writeValueAsBytes(List.of(
                Map.of("Config", "config.json", "RepoTags", List.of("base:" + SUITE), "Layers", List.of(LAYER))));
        Files.write(folder.resolve("config.json"), config);
        Files.write(folder.resolve("manifest.json"), manifest);
        Staging.run(List.of(
                "tar", "-C", folder.toString(), "-cf", archive.toString(), "config.json", "manifest.json", LAYER));
    }

    private static String sha256(Path file) {
        try (var in = new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
