package io.numaresources.testbed.cli;

import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.process.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Removes what dead testbeds left and, if asked to, the cached programs. */
@Command(
        name = "clean",
        mixinStandardHelpOptions = true,
        description = "Stops and removes what testbeds left that were killed; running ones are left alone.")
final class Clean implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--cache", description = "Remove the cached programs too.")
    private boolean withCache;

    @Override
    public Integer call() throws IOException {
        var out = spec.commandLine().getOut();
        RunFolder.cleanStale(RunFolder.parent()).forEach(folder -> out.println("removed " + folder));
        if (withCache) {
            var cache = Binaries.standard().cache();
            remove(cache);
            out.println("removed " + cache);
        }
        out.flush();
        return 0;
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
