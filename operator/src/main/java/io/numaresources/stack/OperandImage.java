package io.numaresources.stack;

import java.lang.module.ModuleDescriptor;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An image and the version its tag tells.
 *
 * @param reference what the container runs
 * @param version major and minor of the tag, empty for a digest alone or a tag that is no version
 */
record OperandImage(String reference, Optional<KubernetesVersion> version) {
    private static final Pattern TAG = Pattern.compile("v?\\d{1,4}\\.\\d{1,4}(\\D.*)?");

    /** Version of the tag with its patch level, empty for a digest alone or a tag that is no version. */
    static Optional<ModuleDescriptor.Version> release(String reference) {
        String tag = tag(reference);
        return TAG.matcher(tag).matches()
                ? Optional.of(ModuleDescriptor.Version.parse(tag.replaceFirst("^v", "")))
                : Optional.empty();
    }

    private static String tag(String reference) {
        int digest = reference.indexOf('@');
        String named = digest < 0 ? reference : reference.substring(0, digest);
        int colon = named.indexOf(':', named.lastIndexOf('/') + 1);
        return colon < 0 ? "" : named.substring(colon + 1);
    }

    /** An image a person names; it is taken as it is. */
    static OperandImage given(String reference) {
        String tag = tag(reference);
        return new OperandImage(
                reference, TAG.matcher(tag).matches() ? Optional.of(KubernetesVersion.parse(tag)) : Optional.empty());
    }

    /** A default image: from the mirror that the spec names, else the one that the installation pinned, else the published one. */
    static OperandImage ofMatrix(VersionMatrix.Repository image, String tag, @Nullable String registry) {
        var reference = registry == null
                ? image.pinned().getOrDefault(tag, image.reference(tag))
                : registry + "/" + image.repository() + ":" + tag;
        return new OperandImage(reference, Optional.of(KubernetesVersion.parse(tag)));
    }

    /** Whether it is of this minor of major 0 or newer; an image that doesn't tell counts as what the matrix would run. */
    boolean since(int minor, OperandImage unknownMeans) {
        var known = version.or(unknownMeans::version).orElseThrow();
        return known.major() > 0 || known.minor() >= minor;
    }
}
