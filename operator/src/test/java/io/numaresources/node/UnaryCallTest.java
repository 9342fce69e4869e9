package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against another HTTP/2 implementation. */
@Timeout(60)
class UnaryCallTest {
    private static final String METHOD = "/v1.PodResourcesLister/GetAllocatableResources";

    private final Vertx vertx = Vertx.vertx();
    private final AtomicReference<Throwable> problem = new AtomicReference<>();

    @AfterEach
    void closed() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        assertThat(problem.get()).isNull();
    }

    private byte[] call(Consumer<HttpServerRequest> serve) throws Exception {
        HttpServer server = vertx.createHttpServer(new HttpServerOptions().setHost("127.0.0.1"))
                .requestHandler(request -> request.body().onComplete(body -> {
                    try {
                        assertThat(request.version()).isEqualTo(HttpVersion.HTTP_2);
                        assertThat(request.method().name()).isEqualTo("POST");
                        assertThat(request.path()).isEqualTo(METHOD);
                        assertThat(request.getHeader("content-type")).isEqualTo("application/grpc");
                        assertThat(request.getHeader("te")).isEqualTo("trailers");
                        assertThat(body.result().getBytes()).containsExactly(0, 0, 0, 0, 0);
                    } catch (AssertionError e) {
                        problem.set(e);
                    }
                    serve.accept(request);
                }))
                .listen(0)
                .toCompletionStage()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
        try (var channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", server.actualPort()))) {
            return new UnaryCall(channel).call(METHOD);
        }
    }

    private static void answer(HttpServerRequest request, byte[] message) {
        request.response()
                .putHeader("content-type", "application/grpc")
                .putTrailer("grpc-status", "0")
                .setChunked(true);
        request.response()
                .write(Buffer.buffer()
                        .appendByte((byte) 0)
                        .appendInt(message.length)
                        .appendBytes(message));
        request.response().end();
    }

    @Test
    void readsAnAnswer() throws Exception {
        // cpu_ids 1, 2, 300 packed, after a device and before a memory that are skipped
        byte[] message = {0x0a, 2, 0x0a, 0, 0x12, 4, 1, 2, (byte) 0xac, 2, 0x1a, 0};
        var received = call(request -> answer(request, message));
        assertThat(received).isEqualTo(message);
        assertThat(ProtoMessage.integers(received, 2)).isEqualTo(List.of(1L, 2L, 300L));
    }

    @Test
    void readsAnAnswerThatIsLargerThanTheFirstWindow() throws Exception {
        byte[] message = new byte[300_000];
        assertThat(call(request -> answer(request, message))).hasSize(message.length);
    }

    @Test
    void tellsAnEmptyAnswerFromAnError() throws Exception {
        assertThat(call(request -> answer(request, new byte[0]))).isEmpty();
        assertThatThrownBy(() -> call(request -> request.response()
                        .putHeader("content-type", "application/grpc")
                        .putHeader("grpc-status", "12")
                        .end()))
                .isInstanceOf(IOException.class)
                .hasMessage("the server answered with an error");
        assertThatThrownBy(() -> call(request -> request.response().reset())).isInstanceOf(IOException.class);
    }

    @Test
    void refusesWhatIsNoMessage() {
        assertThat(ProtoMessage.integers(new byte[] {0x10, 7, 0x10, 8}, 2)).containsExactly(7L, 8L);
        for (byte[] broken : new byte[][] {{0x12, 9, 1}, {0x12}, {0x13}, {(byte) 0xff}}) {
            assertThatThrownBy(() -> ProtoMessage.integers(broken, 2)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void knowsNothingOfAKubeletWithoutASocket(@TempDir Path root) {
        assertThat(new PodResourcesSocket(new Host(root)).allocatable("/var/lib/kubelet"))
                .isEmpty();
    }
}
