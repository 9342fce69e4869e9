package io.numaresources.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * configz over the kubelet's HTTPS port. Its certificate isn't checked, since most are self-signed: whoever holds that port of the node's own address is
 * the node's root, who can read every token on it anyway.
 */
public final class KubeletEndpoint implements Configz {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int FORBIDDEN = 403;
    private static final int OK = 200;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String address;
    private final Supplier<String> token;
    private final HttpClient client;

    /**
     * An endpoint that isn't connected yet.
     *
     * @param address of the node
     * @param token of the agent's ServiceAccount
     */
    public KubeletEndpoint(String address, Supplier<String> token) {
        this.address = address.contains(":") ? "[" + address + "]" : address;
        this.token = token;
        client = HttpClient.newBuilder()
                .connectTimeout(PATIENCE)
                .sslContext(unchecked())
                .build();
    }

    @Override
    public Answer ask(int port) {
        var request = HttpRequest.newBuilder(URI.create("https://" + address + ":" + port + "/configz"))
                .header("Authorization", "Bearer " + token.get())
                .timeout(PATIENCE)
                .build();
        try {
            var response = client.send(request, BodyHandlers.ofString());
            return switch (response.statusCode()) {
                case OK -> told(response.body());
                case FORBIDDEN -> new Answer.Refused();
                default -> new Answer.Silent("status " + response.statusCode());
            };
        } catch (IOException e) {
            return new Answer.Silent(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Silent("interrupted");
        }
    }

    private static Answer told(String body) throws JsonProcessingException {
        var answer = JSON.readValue(body, new TypeReference<Map<String, Map<String, Object>>>() {});
        var fields = answer.get("kubeletconfig");
        return fields == null ? new Answer.Silent("no kubeletconfig") : new Answer.Told(fields);
    }

    private static SSLContext unchecked() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AnyCertificate()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /** Of the extended kind, since only those are left to check the name, too. */
    private static final class AnyCertificate extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
