package io.numaresources.testbed.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.numaresources.testbed.process.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** QEMU's monitor (QMP): one command after the other, events are passed over. */
final class Monitor implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final SocketChannel channel;
    private final BufferedReader answers;

    private Monitor(SocketChannel channel) {
        this.channel = channel;
        this.answers = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    }

    /** Connects to the monitor of a machine that has just been started. */
    static Monitor connect(Path socket, ChildProcess qemu) {
        var deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            qemu.requireAlive();
            try {
                var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                channel.connect(UnixDomainSocketAddress.of(socket));
                var monitor = new Monitor(channel);
                monitor.answers.readLine();
                monitor.execute("qmp_capabilities", Map.of());
                return monitor;
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw new UncheckedIOException("no monitor at " + socket, e);
                }
                pause();
            }
        }
    }

    /**
     * Has a command done.
     *
     * @throws IllegalStateException if QEMU refuses it
     */
    synchronized JsonNode execute(String command, Map<String, ?> arguments) {
        try {
            var request = new LinkedHashMap<String, Object>();
            request.put("execute", command);
            if (!arguments.isEmpty()) {
                request.put("arguments", arguments);
            }
            channel.write(ByteBuffer.wrap(JSON.writeValueAsBytes(request)));
            return answer(command);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot ask QEMU for " + command, e);
        }
    }

    JsonNode execute(String command) {
        return execute(command, Map.of());
    }

    private JsonNode answer(String command) throws IOException {
        for (var line = answers.readLine(); line != null; line = answers.readLine()) {
            var answer = JSON.readTree(line);
            if (answer.has("error")) {
                throw new IllegalStateException("QEMU refuses " + command + ": "
                        + answer.get("error").get("desc").asText());
            }
            if (answer.has("return")) {
                return answer.get("return");
            }
        }
        throw new IOException("QEMU has ended");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while QEMU starts", e);
        }
    }
}
