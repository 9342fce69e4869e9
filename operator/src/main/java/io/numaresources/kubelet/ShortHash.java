package io.numaresources.kubelet;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The beginning of a text's SHA-256, to tell texts apart; not to keep anything secret. */
public final class ShortHash {
    private static final int BYTES = 8;

    private ShortHash() {}

    /** 16 hexadecimal digits. */
    public static String of(String text) {
        return of(text, BYTES);
    }

    /** Two hexadecimal digits for each of so many bytes, at most 32. */
    public static String of(String text, int bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
