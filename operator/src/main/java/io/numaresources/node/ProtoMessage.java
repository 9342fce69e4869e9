package io.numaresources.node;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** As much of the wire format of Protocol Buffers as reading one field of numbers takes. */
final class ProtoMessage {
    private static final int NUMBER = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int LENGTH = 2;
    private static final int FOUR_BYTES = 5;
    private static final int TYPE_BITS = 3;

    private ProtoMessage() {}

    /**
     * The values of a repeated integer, packed or not.
     *
     * @throws IllegalArgumentException where the bytes are no message
     */
    static List<Long> integers(byte[] message, int field) {
        var values = new ArrayList<Long>();
        var bytes = ByteBuffer.wrap(message);
        try {
            while (bytes.hasRemaining()) {
                long tag = number(bytes);
                boolean wanted = tag >> TYPE_BITS == field;
                switch ((int) (tag & ((1 << TYPE_BITS) - 1))) {
                    case NUMBER -> {
                        long value = number(bytes);
                        if (wanted) {
                            values.add(value);
                        }
                    }
                    case EIGHT_BYTES -> bytes.getLong();
                    case FOUR_BYTES -> bytes.getInt();
                    case LENGTH -> {
                        int length = Math.toIntExact(number(bytes));
                        var part = bytes.slice(bytes.position(), length);
                        bytes.position(bytes.position() + length);
                        while (wanted && part.hasRemaining()) {
                            values.add(number(part));
                        }
                    }
                    default -> throw new IllegalArgumentException("no message: tag " + tag);
                }
            }
        } catch (BufferUnderflowException | IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("no message: it ends too early", e);
        }
        return values;
    }

    private static long number(ByteBuffer bytes) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = bytes.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("no message: a number is too long");
    }
}
