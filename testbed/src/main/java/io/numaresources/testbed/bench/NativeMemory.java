package io.numaresources.testbed.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What a JVM started with {@code -XX:NativeMemoryTracking=summary} says of its memory. */
final class NativeMemory {

    /** The flag without which nothing is said. */
    static final String FLAG = "-XX:NativeMemoryTracking=summary";

    private static final Pattern LINE =
            Pattern.compile("^-\\s+(.+?) \\(reserved=\\d+KB, committed=(\\d+)KB", Pattern.MULTILINE);
    private static final double KIB_PER_MIB = 1024;

    private NativeMemory() {}

    /** Committed memory in MiB by what it is for, as the JVM names it, leaving out what is below half a MiB. */
    static Map<String, Double> of(long pid) {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            var process = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "VM.native_memory", "summary")
                    .redirectErrorStream(true)
                    .start();
            try (var output = process.inputReader()) {
                return parse(output.readAllAsString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, Double> parse(String summary) {
        var byUse = new LinkedHashMap<String, Double>();
        var lines = LINE.matcher(summary);
        while (lines.find()) {
            var mebibytes = Long.parseLong(lines.group(2)) / KIB_PER_MIB;
            if (mebibytes >= 0.5) {
                byUse.put(lines.group(1), mebibytes);
            }
        }
        return byUse;
    }
}
