package io.numaresources.packaging.bundle;

import io.numaresources.packaging.Release;
import io.numaresources.packaging.Yaml;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Annotations of a bundle, which are also labels of its image. */
final class BundleMetadata {
    /** Channels, the default one first. */
    static final String CHANNELS = "stable-v1,candidate";

    static final String DEFAULT_CHANNEL = "stable-v1";

    private BundleMetadata() {}

    static String annotations() {
        return Yaml.of(Map.of("annotations", values()));
    }

    static String dockerfile() {
        var labels = values().entrySet().stream()
                .map(entry -> "LABEL %s=%s".formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining("\n"));
        return """
                # The image of the bundle: docker build -f bundle.Dockerfile .
                FROM scratch

                %s

                COPY bundle/manifests /manifests/
                COPY bundle/metadata /metadata/
                COPY bundle/tests/scorecard /tests/scorecard/
                """.formatted(labels);
    }

    private static Map<String, String> values() {
        var values = new LinkedHashMap<String, String>();
        var prefix = "operators.operatorframework.io.";
        values.put(prefix + "bundle.mediatype.v1", "registry+v1");
        values.put(prefix + "bundle.manifests.v1", "manifests/");
        values.put(prefix + "bundle.metadata.v1", "metadata/");
        values.put(prefix + "bundle.package.v1", Release.NAME);
        values.put(prefix + "bundle.channels.v1", CHANNELS);
        values.put(prefix + "bundle.channel.default.v1", DEFAULT_CHANNEL);
        values.put(prefix + "test.mediatype.v1", "scorecard+v1");
        values.put(prefix + "test.config.v1", "tests/scorecard/");
        return values;
    }
}
