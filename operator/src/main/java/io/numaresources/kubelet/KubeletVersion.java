package io.numaresources.kubelet;

import java.util.regex.Pattern;

/**
 * Minor of a kubelet; the rest of its version decides nothing here.
 *
 * @param major 1
 * @param minor such as 34
 */
public record KubeletVersion(int major, int minor) implements Comparable<KubeletVersion> {
    /** The oldest minor whose rules are known. */
    public static final KubeletVersion OLDEST = new KubeletVersion(1, 29);

    /** The newest minor whose rules are known. */
    public static final KubeletVersion NEWEST = new KubeletVersion(1, 37);

    /** First minor whose drop-ins are merged as versioned JSON, so that null removes an inherited key (KEP-3983, server.go). */
    public static final KubeletVersion NULL_REMOVES = new KubeletVersion(1, 32);

    private static final Pattern TEXT = Pattern.compile("v?(\\d+)\\.(\\d+)(?:[^\\d].*)?");

    /**
     * Reads {@code v1.34.4}, {@code 1.34} or {@code v1.33.5+k3s1}.
     *
     * @throws IllegalArgumentException where there is no major and minor at the start
     */
    public static KubeletVersion parse(String text) {
        var match = TEXT.matcher(text.strip());
        if (!match.matches()) {
            throw new IllegalArgumentException(
                    "not a kubelet version: '" + text + "', expected something like v1.34.4");
        }
        return new KubeletVersion(Integer.parseInt(match.group(1)), Integer.parseInt(match.group(2)));
    }

    /** Whether its rules are known. */
    public boolean covered() {
        return atLeast(OLDEST) && NEWEST.atLeast(this);
    }

    /** Whether it is this minor or newer. */
    public boolean atLeast(KubeletVersion other) {
        return compareTo(other) >= 0;
    }

    /** The minor after it. */
    public KubeletVersion next() {
        return new KubeletVersion(major, minor + 1);
    }

    @Override
    public int compareTo(KubeletVersion other) {
        return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
