package io.numaresources.testbed.machine;

import io.numaresources.testbed.ControlPlane;
import io.numaresources.testbed.process.NetworkNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** What makes a resumed machine a certain Node of a certain control plane. */
final class Seed {

    private final ControlPlane plane;
    private final NetworkNamespace network;
    private final Authority authority;
    private final Path publicKey;
    private final Path sources;

    Seed(ControlPlane plane, NetworkNamespace network, Authority authority, Path publicKey) {
        this.plane = plane;
        this.network = network;
        this.authority = authority;
        this.publicKey = publicKey;
        this.sources = plane.binaries().root().resolve("testbed/machine");
    }

    /**
     * Writes the seed of a machine, a tar archive; to be used at once, since it has the time of day.
     *
     * @param more folders below testbed/machine with further files
     */
    Path write(MachineSpec spec, int host, Path folder, String... more) {
        try {
            var file = folder.resolve(spec.name() + ".seed");
            var folders = Stream.concat(Stream.of("seed", spec.layout().folder()), Stream.of(more));
            GuestFiles.of(values(spec, host), folders.map(sources::resolve).toArray(Path[]::new))
                    .writeArchive(file);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the seed of " + spec.name(), e);
        }
    }

    private Map<String, String> values(MachineSpec spec, int host) throws IOException {
        var server = plane.kubeconfig().server();
        var credentials = authority.issue(spec.name(), "system:node:" + spec.name(), "system:nodes");
        var values = new LinkedHashMap<String, String>();
        values.put("NODE", spec.name());
        values.put("ADDRESS", network.address(host));
        values.put("GATEWAY", network.gateway());
        values.put("POD_CIDR", "10.88." + host + ".0/24");
        values.put("SERVER", server);
        values.put("API_PORT", server.substring(server.lastIndexOf(':') + 1));
        values.put("SERVER_CERTIFICATE", base64(plane.kubeconfig().authority()));
        values.put("NODE_CERTIFICATE", base64(Files.readString(credentials.certificate())));
        values.put("NODE_KEY", base64(Files.readString(credentials.key())));
        values.put("CLIENT_AUTHORITY", Files.readString(authority.certificate()).strip());
        values.put("SSH_KEY", Files.readString(publicKey).strip());
        values.put("MACHINE_ID", UUID.randomUUID().toString().replace("-", ""));
        values.put("EPOCH", String.valueOf(Instant.now().getEpochSecond()));
        return values;
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
