package io.numaresources.stack;

import java.util.regex.Pattern;

/** Major and minor of a Kubernetes component; the rest of a version text (patch, distribution suffix) decides nothing here. */
public record KubernetesVersion(int major, int minor) implements Comparable<KubernetesVersion> {
    private static final Pattern TEXT = Pattern.compile("^v?(\\d+)\\.(\\d+).*$");

    /**
     * Reads {@code v1.34.4}, {@code 1.34}, {@code v1.33.5+k3s1} or {@code v1.32.3-eks-abc}.
     *
     * @throws IllegalArgumentException where there is no major and minor at the start
     */
    public static KubernetesVersion parse(String text) {
        var match = TEXT.matcher(text.strip());
        if (!match.matches()) {
            throw new IllegalArgumentException(
                    "not a Kubernetes version: '" + text + "', expected something like v1.34.4");
        }
        return new KubernetesVersion(Integer.parseInt(match.group(1)), Integer.parseInt(match.group(2)));
    }

    @Override
    public int compareTo(KubernetesVersion other) {
        return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
