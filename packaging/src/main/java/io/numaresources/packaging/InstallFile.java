package io.numaresources.packaging;

import java.util.stream.Collectors;

/** The one file for {@code kubectl apply --server-side -f}. */
final class InstallFile {
    private static final String PATH = "dist/install.yaml";
    private static final String HEADER =
            "# Rendered from config/default by the build. Apply with: kubectl apply --server-side -f install.yaml\n";

    private InstallFile() {}

    static GeneratedFiles of(Rendering rendering) {
        return GeneratedFiles.file(
                PATH, HEADER + rendering.objects().stream().map(Yaml::of).collect(Collectors.joining("---\n")));
    }
}
