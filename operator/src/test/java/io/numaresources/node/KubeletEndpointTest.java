package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over TLS, with a certificate that nobody has signed and that names another host, as kubelets have. */
class KubeletEndpointTest {
    private static final char[] PASSWORD = "not-a-secret".toCharArray();

    @TempDir
    Path directory;

    private HttpsServer server;
    private int status = 200;
    private String body = "{\"kubeletconfig\":{\"cpuManagerPolicy\":\"static\",\"port\":10250}}";
    private String authorization = "";

    @BeforeEach
    void aKubelet() throws Exception {
        var context = SSLContext.getInstance("TLS");
        context.init(keys(), null, null);
        server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/configz", exchange -> {
            authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stopped() {
        server.stop(0);
    }

    private javax.net.ssl.KeyManager[] keys() throws Exception {
        var file = directory.resolve("keys.p12");
        var keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "kubelet",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=another-host",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        var store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, PASSWORD);
        return factory.getKeyManagers();
    }

    private Configz.Answer ask() {
        return new KubeletEndpoint("127.0.0.1", () -> "token")
                .ask(server.getAddress().getPort());
    }

    @Test
    void readsTheConfigurationWithTheAgentsToken() {
        assertThat(ask()).isEqualTo(new Configz.Answer.Told(Map.of("cpuManagerPolicy", "static", "port", 10250)));
        assertThat(authorization).isEqualTo("Bearer token");
    }

    @Test
    void tellsARefusalFromSilence() throws IOException {
        status = 403;
        assertThat(ask()).isInstanceOf(Configz.Answer.Refused.class);
        status = 500;
        assertThat(ask()).isEqualTo(new Configz.Answer.Silent("status 500"));
        status = 200;
        body = "<html>";
        assertThat(ask()).isInstanceOf(Configz.Answer.Silent.class);
        server.stop(0);
        assertThat(ask()).isInstanceOf(Configz.Answer.Silent.class);
    }
}
