package io.numaresources.packaging.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** As much of a registry as pushes and pulls need, on loopback, open to everybody, with a certificate that nobody trusts. */
final class FakeRegistry implements AutoCloseable {
    private static final String INDEX = "application/vnd.docker.distribution.manifest.list.v2+json";
    private static final String MANIFEST = "application/vnd.docker.distribution.manifest.v2+json";
    private static final String PASSWORD = "of-a-test";
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern MANIFEST_PATH = Pattern.compile("/v2/(.+)/manifests/(.+)");
    private static final Pattern BLOB_PATH = Pattern.compile("/v2/.+/blobs/(sha256:.+)");
    private static final Pattern UPLOAD_PATH = Pattern.compile("/v2/.+/blobs/uploads/(.*)");

    private final HttpServer server;
    private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
    private final Map<String, Stored> manifests = new ConcurrentHashMap<>();
    private final Map<String, byte[]> uploads = new ConcurrentHashMap<>();

    private record Stored(String type, byte[] content) {}

    private FakeRegistry(HttpServer server) {
        this.server = server;
    }

    /** Keeps its key in a folder. */
    static FakeRegistry start(Path folder) throws Exception {
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(selfSigned(folder.resolve("registry.p12"))));
        var registry = new FakeRegistry(server);
        server.createContext("/v2/", registry::answer);
        server.start();
        return registry;
    }

    private static SSLContext selfSigned(Path file) throws Exception {
        Staging.run(List.of(
                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                "-genkeypair",
                "-alias",
                "registry",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString()));
        var keys = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    /** Host and port, as in an image's name. */
    String address() {
        return "localhost:" + server.getAddress().getPort();
    }

    JsonNode manifest(String repository, String reference) throws IOException {
        return MAPPER.readTree(manifests.get(repository + "/" + reference).content());
    }

    byte[] blob(String digest) {
        return blobs.get(digest);
    }

    JsonNode json(String digest) throws IOException {
        return MAPPER.readTree(blob(digest));
    }

    /** Puts an index of images that were pushed to the repository, by architecture and digest. */
    void putIndex(String repository, String tag, Map<String, String> digests) throws IOException {
        var listed = new ArrayList<Map<String, Object>>();
        digests.forEach((architecture, digest) -> listed.add(Map.of(
                "mediaType",
                MANIFEST,
                "digest",
                digest,
                "size",
                manifests.get(repository + "/" + digest).content().length,
                "platform",
                Map.of("architecture", architecture, "os", "linux"))));
        var index = Map.of("schemaVersion", 2, "mediaType", INDEX, "manifests", listed);
        manifests.put(repository + "/" + tag, new Stored(INDEX, MAPPER.writeValueAsBytes(index)));
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            var upload = UPLOAD_PATH.matcher(path);
            var blob = BLOB_PATH.matcher(path);
            var manifest = MANIFEST_PATH.matcher(path);
            if (upload.matches()) {
                upload(exchange, upload.group(1));
            } else if (blob.matches()) {
                send(exchange, "application/octet-stream", blobs.get(blob.group(1)));
            } else if (manifest.matches()) {
                manifest(exchange, manifest.group(1), manifest.group(2));
            } else {
                send(exchange, "application/json", new byte[] {'{', '}'});
            }
        }
    }

    private void upload(HttpExchange exchange, String id) throws IOException {
        var content = exchange.getRequestBody().readAllBytes();
        var place = exchange.getRequestURI().getPath();
        switch (exchange.getRequestMethod()) {
            case "POST" -> accept(exchange, 202, place + uploads.size() + "-" + System.nanoTime());
            case "PATCH" -> {
                uploads.put(id, content);
                accept(exchange, 202, place);
            }
            case "PUT" -> {
                var digest = exchange.getRequestURI().getQuery().replaceFirst("^digest=", "");
                blobs.put(digest, uploads.getOrDefault(id, content));
                accept(exchange, 201, place);
            }
            default -> accept(exchange, 405, place);
        }
    }

    private void manifest(HttpExchange exchange, String repository, String reference) throws IOException {
        if (!exchange.getRequestMethod().equals("PUT")) {
            var stored = manifests.get(repository + "/" + reference);
            send(
                    exchange,
                    stored == null ? "application/json" : stored.type(),
                    stored == null ? null : stored.content());
            return;
        }
        var stored = new Stored(
                exchange.getRequestHeaders().getFirst("Content-Type"),
                exchange.getRequestBody().readAllBytes());
        for (var name : List.of(reference, sha256(stored.content()))) {
            manifests.put(repository + "/" + name, stored);
        }
        exchange.getResponseHeaders().add("Docker-Content-Digest", sha256(stored.content()));
        exchange.sendResponseHeaders(201, -1);
    }

    private static void accept(HttpExchange exchange, int code, String place) throws IOException {
        exchange.getResponseHeaders().add("Location", place);
        exchange.sendResponseHeaders(code, -1);
    }

    private static void send(HttpExchange exchange, String type, byte @Nullable [] content) throws IOException {
        if (content == null) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.getResponseHeaders().add("Docker-Content-Digest", sha256(content));
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().add("Content-Length", String.valueOf(content.length));
            exchange.sendResponseHeaders(200, -1);
        } else {
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
        }
    }

    private static String sha256(byte[] content) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
