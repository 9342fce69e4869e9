package io.numaresources.guard;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The hash function XXH64, as its specification (github.com/Cyan4973/xxHash, doc/xxhash_spec.md) defines it. */
final class XxHash64 {
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;
    private static final int STRIPE = 32;

    private XxHash64() {}

    static long hash(byte[] input, long seed) {
        var in = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
        long hash = (input.length >= STRIPE ? stripes(in, seed) : seed + PRIME_5) + input.length;
        while (in.remaining() >= Long.BYTES) {
            hash = Long.rotateLeft(hash ^ round(0, in.getLong()), 27) * PRIME_1 + PRIME_4;
        }
        if (in.remaining() >= Integer.BYTES) {
            hash = Long.rotateLeft(hash ^ Integer.toUnsignedLong(in.getInt()) * PRIME_1, 23) * PRIME_2 + PRIME_3;
        }
        while (in.hasRemaining()) {
            hash = Long.rotateLeft(hash ^ Byte.toUnsignedLong(in.get()) * PRIME_5, 11) * PRIME_1;
        }
        hash = (hash ^ hash >>> 33) * PRIME_2;
        hash = (hash ^ hash >>> 29) * PRIME_3;
        return hash ^ hash >>> 32;
    }

    private static long stripes(ByteBuffer in, long seed) {
        long[] lanes = {seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1};
        while (in.remaining() >= STRIPE) {
            for (int i = 0; i < lanes.length; i++) {
                lanes[i] = round(lanes[i], in.getLong());
            }
        }
        long hash = Long.rotateLeft(lanes[0], 1)
                + Long.rotateLeft(lanes[1], 7)
                + Long.rotateLeft(lanes[2], 12)
                + Long.rotateLeft(lanes[3], 18);
        for (long lane : lanes) {
            hash = (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
        }
        return hash;
    }

    private static long round(long lane, long input) {
        return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
    }
}
