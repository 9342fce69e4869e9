package io.numaresources.rights;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The committed list of rights that no test uses, each with the reason why it is granted. */
final class Excuses {
    private static final Path FILE = Path.of("src/test/resources/rights/unused.txt");
    private static final String SEPARATOR = " # ";

    private Excuses() {}

    /** Reasons by the text of the right. */
    static Map<String, String> read() throws IOException {
        var reasons = new TreeMap<String, String>();
        for (String line : Files.readAllLines(FILE)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int end = line.indexOf(SEPARATOR);
            if (end < 0) {
                throw new IllegalStateException("no reason in: " + line);
            }
            var reason = line.substring(end + SEPARATOR.length()).strip();
            if (reasons.put(line.substring(0, end).strip(), reason) != null) {
                throw new IllegalStateException("twice: " + line);
            }
        }
        return reasons;
    }
}
