package io.numaresources.testbed;

import io.numaresources.testbed.process.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;

/**
 * The files that a control plane needs before it starts. The API server makes its serving certificate itself and knows its first user by
 * a token, so no certificate is made here.
 */
final class StaticFiles {

    private final RunFolder folder;

    StaticFiles(RunFolder folder) {
        this.folder = folder;
    }

    /** Writes them; returns the administrator's token. */
    String write(String kubeletVersion, Path machines) {
        try {
            writeServiceAccountKey();
            var token = HexFormat.of().formatHex(randomBytes(24));
            Files.writeString(folder.file("tokens.csv"), token + ",admin,admin,system:masters\n");
            Files.writeString(folder.file("audit-policy.yaml"), resource("audit-policy.yaml"));
            Files.writeString(
                    folder.file("kwok.yaml"), resource("kwok-stages.yaml").replace("KUBELET_VERSION", kubeletVersion));
            copyMachines(machines);
            return token;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare " + folder.path(), e);
        }
    }

    private void writeServiceAccountKey() throws IOException {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            var pair = generator.generateKeyPair();
            Files.writeString(
                    folder.file("sa.key"), pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
            Files.writeString(
                    folder.file("sa.pub"), pem("PUBLIC KEY", pair.getPublic().getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void copyMachines(Path machines) throws IOException {
        var target = Files.createDirectories(folder.file("machines"));
        if (!Files.isDirectory(machines)) {
            return;
        }
        try (var shapes = Files.list(machines)) {
            for (var shape : shapes.toList()) {
                Files.copy(shape, target.resolve(shape.getFileName()));
            }
        }
    }

    private static String pem(String kind, byte[] der) {
        var encoded = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + kind + "-----\n" + encoded + "\n-----END " + kind + "-----\n";
    }

    private static byte[] randomBytes(int count) {
        var bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    private static String resource(String name) throws IOException {
        try (var stream = Objects.requireNonNull(StaticFiles.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
