package io.numaresources.packaging.image;

import io.numaresources.packaging.Yaml;
import io.numaresources.stack.VersionMatrix;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command line: {@code stage}, then the training of the AOT cache by the testbed, then {@code build}; beside that, {@code digests}. */
@Command(
        name = "image",
        subcommands = {Main.Stage.class, Main.Build.class, Main.PrintDigests.class},
        description = "Builds the operator's image without a Docker daemon.")
public final class Main {

    private Main() {}

    /** Exits with 0 after success, 1 after a failure, 2 for a command line that is not understood. */
    public static void main(String[] arguments) {
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(new CommandLine(new Main())
                .setExecutionExceptionHandler((failure, command, result) -> {
                    command.getErr().println("error: " + failure.getMessage());
                    return CommandLine.ExitCode.SOFTWARE;
                })
                .execute(arguments));
    }

    @Command(name = "stage", description = "Lays out runtime and application as they are in the image.")
    static final class Stage implements Callable<Integer> {
        @Parameters(description = "The packaged application.")
        private Path application = Path.of("operator/target/quarkus-app");

        @Option(names = "--to", required = true)
        private Path folder = Path.of("");

        @Option(names = "--options", required = true, description = "The options of the JVM.")
        private Path options = Path.of("");

        @Override
        public Integer call() throws Exception {
            new Staging(folder).lay(application, options);
            return 0;
        }
    }

    @Command(name = "build", description = "Builds the image of what was staged.")
    static final class Build implements Callable<Integer> {
        @Parameters(description = "The staged folder.")
        private Path folder = Path.of("");

        @Option(
                names = "--base",
                description = "Base image of a registry; without it, mmdebstrap makes one of Debian packages.")
        private @Nullable String base;

        @Option(names = "--image", required = true, description = "Name and tag of the image.")
        private String image = "";

        @Option(names = "--tar", description = "Archive to write; without it, the image is pushed.")
        private @Nullable Path tar;

        @Option(
                names = "--platforms",
                split = ",",
                paramLabel = "OS/ARCHITECTURE",
                description =
                        "Platforms of an image that brings no Java of its own; needs a base that has it for all of them.")
        private List<String> platforms = List.of();

        @Option(names = "--insecure", description = "Take any certificate of the registry, and plain HTTP.")
        private boolean insecure;

        @Option(names = "--licence", required = true, description = "The licence text.")
        private Path licence = Path.of("");

        @Override
        public Integer call() throws Exception {
            var build = new ImageBuild(new Staging(folder), licence, insecure);
            var from = Optional.ofNullable(base).filter(name -> !name.isEmpty());
            var asked = platforms.stream().filter(one -> !one.isBlank()).toList();
            System.out.println(
                    asked.isEmpty()
                            ? build.build(from, image, Optional.ofNullable(tar))
                            : build.portable(from, image, asked));
            return 0;
        }
    }

    @Command(name = "digests", description = "Asks registries for the digests of all operand images.")
    static final class PrintDigests implements Callable<Integer> {
        @Option(names = "--insecure", description = "Take any certificate of a registry, and plain HTTP.")
        private boolean insecure;

        @Override
        public Integer call() throws Exception {
            var references = VersionMatrix.load().references().values();
            System.out.print(Yaml.of(new Digests(insecure).of(references)));
            return 0;
        }
    }
}
