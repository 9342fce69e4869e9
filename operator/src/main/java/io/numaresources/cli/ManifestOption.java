package io.numaresources.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Option -o of commands whose answer can be applied to a cluster. */
final class ManifestOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "yaml or json; default: yaml.")
    private Format format = Format.YAML;

    /**
     * The format.
     *
     * @throws ParameterException for one that is for people
     */
    Format format() {
        if (!format.machine()) {
            throw new ParameterException(command.commandLine(), "--output is not possible here: use yaml or json");
        }
        return format;
    }
}
