package io.numaresources.cli;

import picocli.CommandLine.Option;

/** Option -o of commands that answer people and programs. */
final class OutputOption {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, wide, json or yaml; default: text.")
    Format format = Format.TEXT;
}
