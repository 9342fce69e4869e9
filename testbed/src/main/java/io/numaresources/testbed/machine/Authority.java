package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.Execution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A certificate authority for clients: kubelets towards the API server and the API server towards kubelets. */
final class Authority {

    private final Path folder;

    private Authority(Path folder) {
        this.folder = folder;
    }

    /** A new one in a folder. */
    static Authority create(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var authority = new Authority(folder);
        request("ca", folder, "/CN=testbed");
        return authority;
    }

    /** Issues a client certificate for two days: a user in a group, as Kubernetes reads CN and O. */
    Credentials issue(String name, String user, String group) {
        request(
                name,
                folder,
                "/O=" + group + "/CN=" + user,
                "-CA",
                certificate().toString(),
                "-CAkey",
                folder.resolve("ca.key").toString(),
                "-addext",
                "basicConstraints=critical,CA:false",
                "-addext",
                "extendedKeyUsage=clientAuth");
        return new Credentials(folder.resolve(name + ".crt"), folder.resolve(name + ".key"));
    }

    /** Its own certificate. */
    Path certificate() {
        return folder.resolve("ca.crt");
    }

    /** PEM files of an identity. */
    record Credentials(Path certificate, Path key) {}

    private static void request(String name, Path folder, String subject, String... more) {
        var command = new ArrayList<>(List.of(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-days",
                "2",
                "-subj",
                subject,
                "-out",
                folder.resolve(name + ".crt").toString(),
                "-keyout",
                folder.resolve(name + ".key").toString()));
        command.addAll(List.of(more));
        Execution.require(command.toArray(String[]::new));
    }
}
