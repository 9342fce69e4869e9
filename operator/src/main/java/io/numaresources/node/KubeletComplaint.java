package io.numaresources.node;

import java.util.Optional;
import java.util.regex.Pattern;

/** Why a kubelet did not start, in its own words, from its journal. */
final class KubeletComplaint {
    /** Where the restore script puts what the kubelet said since it was changed. */
    static final String PATH = ChangeDirectory.PATH + "/journal";

    private static final int LONGEST = 1000;

    /** A process that gives up says so last: "command failed" (component-base/cli) or "Failed to start ContainerManager" (kubelet.go), or klog's Fatal. */
    private static final Pattern LAST_WORDS =
            Pattern.compile("^F\\d{4} .*|.*\"(?:command failed|Failed to start ContainerManager)\".*");

    private static final Pattern ERROR = Pattern.compile("err=\"((?:[^\"\\\\]++|\\\\.)*+)\"");

    private KubeletComplaint() {}

    /** Absent where the kubelet was not at fault, or the host keeps no journal. */
    static Optional<String> find(Host host) {
        return host.text(PATH)
                .flatMap(text -> text.lines()
                        .filter(line -> LAST_WORDS.matcher(line).matches())
                        .reduce((before, last) -> last))
                .map(KubeletComplaint::error);
    }

    private static String error(String line) {
        var match = ERROR.matcher(line);
        String text = match.find()
                ? match.group(1).replace("\\\"", "\"").replace("\\\\", "\\")
                : line.replaceFirst("^F\\d{4} [^\\]]*\\] ", "");
        return "kubelet: " + (text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text);
    }
}
