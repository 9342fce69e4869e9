package io.numaresources.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;

/**
 * Access to an API server for one identity.
 *
 * @param server URL of the API server
 * @param authority PEM certificates that the server's certificate is checked against
 * @param token bearer token
 */
public record Kubeconfig(String server, String authority, String token) {

    /** As YAML without references to other files. */
    public String yaml() {
        var encoded = Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.UTF_8));
        return """
                apiVersion: v1
                kind: Config
                clusters:
                  - name: testbed
                    cluster:
                      server: %s
                      certificate-authority-data: %s
                users:
                  - name: user
                    user:
                      token: %s
                contexts:
                  - name: testbed
                    context:
                      cluster: testbed
                      user: user
                current-context: testbed
                """.formatted(server, encoded, token);
    }

    /** The same access for another identity. */
    public Kubeconfig withToken(String other) {
        return new Kubeconfig(server, authority, other);
    }

    /** The same access through another address. */
    public Kubeconfig withServer(String url) {
        return new Kubeconfig(url, authority, token);
    }

    /** Writes it, readable by this user only. */
    public Path write(Path file) {
        try {
            Files.writeString(file, yaml());
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    @Override
    public String toString() {
        return "Kubeconfig[server=" + server + "]";
    }
}
