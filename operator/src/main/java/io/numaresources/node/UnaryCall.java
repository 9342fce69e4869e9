package io.numaresources.node;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * One gRPC call with an empty request over a connection of its own: as much of HTTP/2 (RFC 9113) as that takes. A client library would bring Netty's
 * transports for Unix sockets into an image that needs them for nothing else.
 */
final class UnaryCall {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int FRAME_HEADER = 9;
    private static final int MESSAGE_HEADER = 5;
    private static final int STREAM = 1;
    private static final int LARGEST = 16 << 20;

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GO_AWAY = 7;
    private static final int WINDOW_UPDATE = 8;

    private static final int ACKNOWLEDGED = 1;
    private static final int END_OF_STREAM = 1;
    private static final int END_OF_HEADERS = 4;
    private static final int PADDED = 8;
    private static final int INITIAL_WINDOW = 4;

    private final ByteChannel channel;

    UnaryCall(ByteChannel channel) {
        this.channel = channel;
    }

    private record Frame(int type, int flags, int stream, byte[] payload) {}

    /**
     * Calls a method.
     *
     * @return the answer's message
     * @throws IOException where the server refuses, breaks off or answers no message
     */
    byte[] call(String method) throws IOException {
        send(ByteBuffer.wrap(PREFACE));
        send(SETTINGS, 0, 0, window(INITIAL_WINDOW));
        send(WINDOW_UPDATE, 0, 0, ByteBuffer.allocate(4).putInt(LARGEST).array());
        send(HEADERS, END_OF_HEADERS, STREAM, headers(method));
        send(DATA, END_OF_STREAM, STREAM, new byte[MESSAGE_HEADER]);
        var body = new ByteArrayOutputStream();
        while (true) {
            var frame = receive();
            switch (frame.type()) {
                case DATA -> body.write(frame.payload(), 0, frame.payload().length);
                case SETTINGS -> acknowledge(frame, new byte[0]);
                case PING -> acknowledge(frame, frame.payload());
                case RESET, GO_AWAY -> throw new IOException("the server broke off the call");
                default -> {
                    // what is left tells nothing that is needed
                }
            }
            boolean ends = frame.type() == DATA || frame.type() == HEADERS;
            if (ends && (frame.flags() & END_OF_STREAM) != 0) {
                return message(body.toByteArray());
            }
        }
    }

    private static byte[] message(byte[] body) throws IOException {
        if (body.length < MESSAGE_HEADER) {
            throw new IOException("the server answered with an error");
        }
        var bytes = ByteBuffer.wrap(body);
        boolean compressed = bytes.get() != 0;
        var message = new byte[bytes.getInt()];
        if (compressed || message.length != bytes.remaining()) {
            throw new IOException("the answer is not one plain message");
        }
        bytes.get(message);
        return message;
    }

    /** HPACK (RFC 7541) without compression: names of the static table by number, values as they are. */
    private static byte[] headers(String method) {
        var block = new ByteArrayOutputStream();
        block.write(0x83); // :method POST
        block.write(0x86); // :scheme http
        block.write(0x04); // :path
        text(block, method);
        block.write(0x01); // :authority
        text(block, "localhost");
        block.write(0x0f); // content-type, the 31st name: 15 and 16
        block.write(0x10);
        text(block, "application/grpc");
        block.write(0x00);
        text(block, "te");
        text(block, "trailers");
        return block.toByteArray();
    }

    private static void text(ByteArrayOutputStream block, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
        // a length below 127 is one byte
        block.write(bytes.length);
        block.write(bytes, 0, bytes.length);
    }

    private static byte[] window(int setting) {
        return ByteBuffer.allocate(6).putShort((short) setting).putInt(LARGEST).array();
    }

    private void acknowledge(Frame frame, byte[] payload) throws IOException {
        if ((frame.flags() & ACKNOWLEDGED) == 0) {
            send(frame.type(), ACKNOWLEDGED, 0, payload);
        }
    }

    private void send(int type, int flags, int stream, byte[] payload) throws IOException {
        var frame = ByteBuffer.allocate(FRAME_HEADER + payload.length)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload);
        send(frame.flip());
    }

    private void send(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private Frame receive() throws IOException {
        var header = ByteBuffer.wrap(read(FRAME_HEADER));
        int lengthAndType = header.getInt();
        int flags = header.get();
        int stream = header.getInt();
        byte[] payload = read(lengthAndType >>> 8);
        int type = lengthAndType & 0xff;
        if (type == DATA && (flags & PADDED) != 0) {
            throw new IOException("the answer is padded");
        }
        return new Frame(type, flags, stream, payload);
    }

    private byte[] read(int length) throws IOException {
        var bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException("the server closed the connection");
            }
        }
        return bytes.array();
    }
}
