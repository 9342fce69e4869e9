package io.numaresources.packaging.bundle;

import io.numaresources.packaging.Release;
import io.numaresources.packaging.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The template of a file-based catalog: {@code opm alpha render-template basic} makes the catalog of it. */
final class CatalogTemplate {
    private static final String BUNDLE_IMAGE = "registry.example.com/numaresources/operator-bundle:";

    private CatalogTemplate() {}

    static String of(Release release, String icon) {
        var entries = new ArrayList<Map<String, Object>>();
        entries.add(document(
                "schema",
                "olm.package",
                "name",
                Release.NAME,
                "defaultChannel",
                BundleMetadata.DEFAULT_CHANNEL,
                "description",
                "Makes a cluster NUMA-aware from one custom resource.",
                "icon",
                document(
                        "base64data",
                        Base64.getEncoder().encodeToString(icon.getBytes(StandardCharsets.UTF_8)),
                        "mediatype",
                        "image/svg+xml")));
        for (var channel : BundleMetadata.CHANNELS.split(",")) {
            entries.add(document(
                    "schema",
                    "olm.channel",
                    "package",
                    Release.NAME,
                    "name",
                    channel,
                    "entries",
                    List.of(document(
                            "name", Release.NAME + ".v" + release.version(), "skipRange", release.skipRange()))));
        }
        entries.add(document("schema", "olm.bundle", "image", BUNDLE_IMAGE + release.version()));
        return "# opm alpha render-template basic basic.yaml > catalog.yaml; name the bundle's image first\n"
                + Yaml.of(document("schema", "olm.template.basic", "entries", entries));
    }

    private static Map<String, Object> document(Object... keysAndValues) {
        var document = new LinkedHashMap<String, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            document.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return document;
    }
}
