package io.numaresources.packaging;

/**
 * What is released.
 *
 * @param version semantic version without a qualifier
 * @param image the operator's image; empty for the one that config/manager names
 */
public record Release(String version, String image) {
    /** Name of the package, the Deployment, its ServiceAccount and the chart. */
    public static final String NAME = "numaresources-operator";
    /** Namespace that the files name. */
    public static final String NAMESPACE = "numa-system";

    /** The release that a Maven version is on its way to. */
    public static Release of(String mavenVersion, String image) {
        return new Release(mavenVersion.replaceFirst("-SNAPSHOT$", ""), image);
    }
}
