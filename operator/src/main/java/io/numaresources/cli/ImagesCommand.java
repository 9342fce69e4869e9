package io.numaresources.cli;

import io.numaresources.stack.VersionMatrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The images that run, for mirroring. */
@Command(
        name = "images",
        mixinStandardHelpOptions = true,
        description = {
            "Images of updaters and scheduler by the version of Kubernetes, for mirrors and air-gapped registries. Needs no cluster.",
            "The operator's own image is where it was installed from, and not listed."
        },
        footer = {
            "",
            "Examples: kubectl numa images --server-version 1.34",
            "          kubectl numa images --to registry.example.com/mirror | while read from to; do skopeo copy docker://$from docker://$to; done"
        })
final class ImagesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private OutputOption output;

    @Option(
            names = "--server-version",
            paramLabel = "VERSION",
            description = "Only those for this version of Kubernetes.")
    private @Nullable String server;

    @Option(
            names = "--to",
            paramLabel = "REGISTRY",
            description =
                    "Print pairs: each image, and its place under this registry as spec.imageRegistry would have it.")
    private @Nullable String registry;

    @Override
    public Integer call() {
        var matrix = VersionMatrix.load().pinnedBy(System.getenv());
        var rows = server == null ? matrix.rows() : List.of(ServerVersionOption.row(matrix, server));
        var byVersion = new LinkedHashMap<String, Map<String, String>>();
        rows.forEach(row -> byVersion.put(row.kubernetes(), new TreeMap<>(matrix.images(row))));
        spec.commandLine().getOut().print(registry == null ? print(byVersion) : pairs(byVersion, matrix, registry));
        spec.commandLine().getOut().flush();
        return Exit.YES;
    }

    private String print(Map<String, Map<String, String>> byVersion) {
        if (output.format.machine()) {
            return output.format.of(byVersion);
        }
        var table = new Table("KUBERNETES", "OPERAND", "IMAGE");
        byVersion.forEach((version, images) -> images.forEach((operand, image) -> table.row(version, operand, image)));
        return table.toString();
    }

    private static String pairs(Map<String, Map<String, String>> byVersion, VersionMatrix matrix, String registry) {
        var pairs = new TreeSet<String>();
        byVersion
                .values()
                .forEach(images -> images.forEach(
                        (operand, image) -> pairs.add(image + " " + matrix.mirrored(operand, image, registry))));
        return String.join("\n", pairs) + "\n";
    }
}
