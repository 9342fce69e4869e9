package io.numaresources.packaging;

import java.util.Map;

/**
 * What is released.
 *
 * @param version semantic version without a qualifier
 * @param image the operator's image; empty for the one that config/manager names
 * @param digests digests of the operands' images by reference; empty to name them by their tags
 */
public record Release(String version, String image, Map<String, String> digests) {
    /** Name of the package, the Deployment, its ServiceAccount and the chart. */
    public static final String NAME = "numaresources-operator";
    /** Namespace that the files name. */
    public static final String NAMESPACE = "numa-system";

    public Release {
        digests = Map.copyOf(digests);
    }

    /** One that names the operands by their tags. */
    public Release(String version, String image) {
        this(version, image, Map.of());
    }

    /**
     * Versions that OLM may upgrade from in one step: all earlier ones, since the operands follow from any. A catalog with this needs no entry
     * for what was never published to it.
     */
    public String skipRange() {
        return ">=0.0.0 <" + version;
    }

    /** The release that a Maven version is on its way to. */
    public static Release of(String mavenVersion, String image, Map<String, String> digests) {
        return new Release(mavenVersion.replaceFirst("-SNAPSHOT$", ""), image, digests);
    }
}
