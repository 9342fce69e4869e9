package io.numaresources.packaging;

import io.numaresources.packaging.bundle.Bundle;
import io.numaresources.packaging.chart.Chart;
import io.numaresources.testbed.binaries.Binaries;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes bundle/, deploy/ and dist/ of a checkout. The build runs it; the results are committed. */
public final class Generate {

    private Generate() {}

    /**
     * Takes the folder of the checkout and the version of the project, and optionally the operator's image, which otherwise is the one that
     * config/manager names, and a file with the digests of the operands' images.
     */
    public static void main(String[] arguments) {
        var root = Path.of(arguments[0]);
        var kustomize = new Kustomize(Binaries.standard(), root);
        var digests = optional(arguments, 3);
        var release = Release.of(
                arguments[1],
                optional(arguments, 2),
                digests.isEmpty() ? Map.of() : Yaml.texts(root.resolve(Path.of(digests))));
        files(kustomize, release).writeTo(root);
    }

    /** Maven passes an empty argument as null. */
    private static String optional(@Nullable String[] arguments, int position) {
        var given = arguments.length > position ? arguments[position] : null;
        return given == null ? "" : given;
    }

    /** Everything that is generated. */
    static GeneratedFiles files(Kustomize kustomize, Release release) {
        return new Bundle(kustomize.render("config/manifests").with(release), kustomize.root(), release)
                .files()
                .and(new Chart(
                                kustomize.render("config/default").with(release),
                                kustomize.render("config/prometheus"),
                                kustomize.render("config/network-policy"),
                                release)
                        .files())
                .and(InstallFile.of(kustomize.render("config/default").with(release)));
    }
}
