package io.numaresources.node;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The process that the kubelet is, or is part of.
 *
 * @param program name of its executable: kubelet or k3s
 * @param flags its command-line flags without dashes; those of k3s aren't the kubelet's
 */
public record KubeletProcess(String program, SortedMap<String, String> flags) {
    public KubeletProcess {
        flags = Collections.unmodifiableSortedMap(new TreeMap<>(flags));
    }

    /** Looks through /proc; a kubelet comes before a k3s, which RKE2 doesn't have. */
    public static Optional<KubeletProcess> find(Host host) {
        return Stream.of("kubelet", "k3s")
                .flatMap(program -> host.names("/proc").stream()
                        .filter(name -> name.chars().allMatch(Character::isDigit))
                        .map(pid -> host.text("/proc/" + pid + "/cmdline").orElse(""))
                        // k3s rewrites its command line with blanks
                        .map(line -> List.of(line.split("[\0 ]")))
                        .filter(arguments ->
                                arguments.getFirst().replaceFirst(".*/", "").equals(program))
                        .map(arguments -> new KubeletProcess(program, flags(arguments))))
                .findFirst();
    }

    private static SortedMap<String, String> flags(List<String> arguments) {
        var flags = new TreeMap<String, String>();
        for (int position = 1; position < arguments.size(); position++) {
            String argument = arguments.get(position);
            if (!argument.startsWith("-")) {
                continue;
            }
            String name = argument.replaceFirst("^-+", "");
            int equals = name.indexOf('=');
            if (equals >= 0) {
                flags.put(name.substring(0, equals), name.substring(equals + 1));
            } else {
                boolean valued = position + 1 < arguments.size()
                        && !arguments.get(position + 1).startsWith("-");
                flags.put(name, valued ? arguments.get(position + 1) : "");
            }
        }
        return flags;
    }
}
