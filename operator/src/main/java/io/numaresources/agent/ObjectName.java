package io.numaresources.agent;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names of objects that are made of another object's name. */
final class ObjectName {
    private static final int LONGEST = 253;
    private static final int HASH_BYTES = 5;

    private ObjectName() {}

    /** Prefix and name; where that is too long, cut, with a hash of the whole in place of the rest. */
    static String of(String prefix, String name) {
        String whole = prefix + name;
        if (whole.length() <= LONGEST) {
            return whole;
        }
        String hash = hash(whole);
        return whole.substring(0, LONGEST - hash.length() - 1).replaceFirst("[-.]+$", "") + "-" + hash;
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
