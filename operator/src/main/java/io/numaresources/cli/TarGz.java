package io.numaresources.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** An archive of text files with names in ASCII, compressed; the same files give the same bytes. */
final class TarGz {
    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 100;
    private static final int CHECKSUM = 148;

    private TarGz() {}

    /** Writes a new file. */
    static void write(Path target, Map<String, String> files) throws IOException {
        try (var out = new BufferedOutputStream(
                new GZIPOutputStream(Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)))) {
            for (var file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
                if (file.getKey().length() > LONGEST_NAME) {
                    longName(out, file.getKey());
                }
                out.write(header(file.getKey(), content.length, '0'));
                out.write(content);
                pad(out, content.length);
            }
            out.write(new byte[2 * BLOCK]);
        }
    }

    private static void pad(OutputStream out, int length) throws IOException {
        out.write(new byte[(BLOCK - length % BLOCK) % BLOCK]);
    }

    /** GNU tar's form for a name that is too long for a header: a file of type L with the name, before the file itself. */
    private static void longName(OutputStream out, String path) throws IOException {
        byte[] name = (path + "\0").getBytes(StandardCharsets.UTF_8);
        out.write(header("././@LongLink", name.length, 'L'));
        out.write(name);
        pad(out, name.length);
    }

    /** POSIX.1-1988: name, mode, owner, size and time in octal, checksum over the header with blanks in its place. */
    private static byte[] header(String path, int size, char type) {
        var header = new byte[BLOCK];
        put(header, 0, path.substring(0, Math.min(path.length(), LONGEST_NAME)));
        put(header, 100, "0000644\0");
        put(header, 108, "0000000\0");
        put(header, 116, "0000000\0");
        put(header, 124, "%011o\0".formatted(size));
        put(header, 136, "%011o\0".formatted(0));
        put(header, CHECKSUM, " ".repeat(8));
        put(header, 156, String.valueOf(type));
        put(header, 257, "ustar\00000");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, CHECKSUM, "%06o\0 ".formatted(sum));
        return header;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}
