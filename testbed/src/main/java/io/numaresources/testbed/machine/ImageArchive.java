package io.numaresources.testbed.machine;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A container image with one static program, as an archive that docker and containerd import.
 *
 * @param reference name and tag of the image
 * @param program the program
 * @param path where it is in the image, below /usr/bin, and what the image runs
 */
public record ImageArchive(String reference, Path program, String path) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Writes the archive. */
    public void write(Path file) {
        try {
            var layer = Files.createTempFile(file.toAbsolutePath().getParent(), "layer", ".tar");
            try {
                write(file, layer, writeLayer(layer));
            } finally {
                Files.delete(layer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the image " + reference, e);
        }
    }

    private void write(Path file, Path layer, String layerDigest) throws IOException {
        var config = JSON.writeValueAsBytes(Map.of(
                "architecture",
                "amd64",
                "os",
                "linux",
                "config",
                Map.of("Entrypoint", List.of(path), "Env", List.of("PATH=/usr/bin")),
                "rootfs",
                Map.of("type", "layers", "diff_ids", List.of("sha256:" + layerDigest))));
        var configName = HexFormat.of().formatHex(sha256().digest(config)) + ".json";
        var layerName = layerDigest + "/layer.tar";
        var manifest = JSON.writeValueAsBytes(
                List.of(Map.of("Config", configName, "RepoTags", List.of(reference), "Layers", List.of(layerName))));
        try (var tar = new TarWriter(new BufferedOutputStream(Files.newOutputStream(file)))) {
            tar.file(layerName, 0644, layer);
            tar.file(configName, 0644, config);
            tar.file("manifest.json", 0644, manifest);
        }
    }

    private String writeLayer(Path layer) throws IOException {
        var digest = sha256();
        try (var tar =
                new TarWriter(new DigestOutputStream(new BufferedOutputStream(Files.newOutputStream(layer)), digest))) {
            for (var folder : List.of("etc", "tmp", "usr", "usr/bin")) {
                tar.directory(folder, 0755);
            }
            tar.file(path.substring(1), 0755, program);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
