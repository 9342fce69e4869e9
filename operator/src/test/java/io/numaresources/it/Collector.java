package io.numaresources.it;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes traces by OTLP over HTTP, in binary Protocol Buffers. The numbers are those of fields in opentelemetry/proto/trace/v1/trace.proto. */
final class Collector implements AutoCloseable {
    private static final int OK = 200;
    private static final int LENGTH_DELIMITED = 2;

    private final HttpServer server;
    private final List<Sent> spans = new CopyOnWriteArrayList<>();
    private final List<String> services = new CopyOnWriteArrayList<>();

    /**
     * A span.
     *
     * @param id in hexadecimal digits
     * @param parent empty for the first of a trace
     */
    record Sent(String trace, String id, String parent, String name) {}

    private record Field(int number, byte[] content) {
        String text() {
            return new String(content, StandardCharsets.UTF_8);
        }

        String hex() {
            return HexFormat.of().formatHex(content);
        }
    }

    Collector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", exchange -> {
            for (var resource : parts(exchange.getRequestBody().readAllBytes(), 1)) {
                parts(resource.content(), 1).forEach(about -> services.add(about.text()));
                for (var scope : parts(resource.content(), 2)) {
                    parts(scope.content(), 2).forEach(span -> spans.add(span(span.content())));
                }
            }
            exchange.sendResponseHeaders(OK, -1);
            exchange.close();
        });
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** All that arrived. */
    List<Sent> spans() {
        return spans;
    }

    /** What was said of the process, as it was sent. */
    List<String> services() {
        return services;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static Sent span(byte[] message) {
        return new Sent(
                first(message, 1).hex(),
                first(message, 2).hex(),
                first(message, 4).hex(),
                first(message, 5).text());
    }

    private static Field first(byte[] message, int number) {
        return parts(message, number).stream().findFirst().orElse(new Field(number, new byte[0]));
    }

    /** The fields of one number that have a length; others are passed over. */
    private static List<Field> parts(byte[] message, int number) {
        var found = new ArrayList<Field>();
        var at = new int[1];
        while (at[0] < message.length) {
            long tag = varint(message, at);
            int field = (int) (tag >>> 3);
            switch ((int) (tag & 7)) {
                case 0 -> varint(message, at);
                case 1 -> at[0] += Long.BYTES;
                case 5 -> at[0] += Integer.BYTES;
                case LENGTH_DELIMITED -> {
                    int length = (int) varint(message, at);
                    if (field == number) {
                        found.add(new Field(field, java.util.Arrays.copyOfRange(message, at[0], at[0] + length)));
                    }
                    at[0] += length;
                }
                default -> throw new IllegalArgumentException("no Protocol Buffers: tag " + tag);
            }
        }
        return found;
    }

    private static long varint(byte[] message, int[] at) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = message[at[0]++];
            value |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return value;
            }
        }
    }
}
