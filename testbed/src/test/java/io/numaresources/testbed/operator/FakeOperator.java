package io.numaresources.testbed.operator;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Stands in for the operator: says what it was given and is ready. */
final class FakeOperator {

    private FakeOperator() {}

    public static void main(String[] args) throws IOException {
        var environment = System.getenv();
        System.out.println("namespace=" + environment.get("POD_NAMESPACE") + " extra=" + environment.get("EXTRA"));
        System.out.println("kubeconfig=" + environment.get("KUBECONFIG"));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("stopped")));
        var address = new InetSocketAddress(
                environment.get("QUARKUS_HTTP_HOST"), Integer.parseInt(environment.get("QUARKUS_HTTP_PORT")));
        var server = HttpServer.create(address, 0);
        server.createContext("/q/health/ready", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }
}
