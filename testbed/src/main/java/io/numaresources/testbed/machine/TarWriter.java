package io.numaresources.testbed.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Writes tar archives in the ustar format, all entries root's and as old as time, so that equal contents give equal archives. */
final class TarWriter implements AutoCloseable {

    private static final int BLOCK = 512;
    private static final int NAME = 100;
    private static final char FILE = '0';
    private static final char DIRECTORY = '5';

    private final OutputStream out;

    TarWriter(OutputStream out) {
        this.out = out;
    }

    void file(String name, int mode, byte[] content) throws IOException {
        header(name, mode, content.length, FILE);
        out.write(content);
        pad(content.length);
    }

    void file(String name, int mode, Path content) throws IOException {
        var size = Files.size(content);
        header(name, mode, size, FILE);
        try (InputStream in = Files.newInputStream(content)) {
            in.transferTo(out);
        }
        pad(size);
    }

    void directory(String name, int mode) throws IOException {
        header(name + "/", mode, 0, DIRECTORY);
    }

    /** Ends the archive with its two empty blocks. */
    @Override
    public void close() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.close();
    }

    private void header(String name, int mode, long size, char type) throws IOException {
        var encoded = name.getBytes(StandardCharsets.UTF_8);
        if (encoded.length > NAME) {
            throw new IllegalArgumentException("longer than " + NAME + " bytes: " + name);
        }
        var block = new byte[BLOCK];
        System.arraycopy(encoded, 0, block, 0, encoded.length);
        put(block, 100, "%07o", mode);
        put(block, 108, "%07o", 0);
        put(block, 116, "%07o", 0);
        put(block, 124, "%011o", size);
        put(block, 136, "%011o", 0);
        Arrays.fill(block, 148, 156, (byte) ' ');
        block[156] = (byte) type;
        put(block, 257, "ustar\00000%s", "");
        put(block, 265, "root%s", "");
        put(block, 297, "root%s", "");
        var sum = 0;
        for (var b : block) {
            sum += b & 0xff;
        }
        put(block, 148, "%06o\0 ", sum);
        out.write(block);
    }

    private static void put(byte[] block, int offset, String format, Object value) {
        var bytes = format.formatted(value).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, block, offset, bytes.length);
    }

    private void pad(long size) throws IOException {
        out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }
}
