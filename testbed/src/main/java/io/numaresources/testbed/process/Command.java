package io.numaresources.testbed.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What to start.
 *
 * @param name what it is called in messages and in the names of its log and pid files
 * @param executable absolute path of the program
 * @param arguments its arguments
 * @param environment added to this process's environment
 */
public record Command(String name, Path executable, List<String> arguments, Map<String, String> environment) {

    /** Copies the collections. */
    public Command {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** A command with this process's environment. */
    public static Command of(String name, Path executable, String... arguments) {
        return new Command(name, executable, List.of(arguments), Map.of());
    }

    /** This command with more arguments. */
    public Command with(List<String> more) {
        var all = new java.util.ArrayList<>(arguments);
        all.addAll(more);
        return new Command(name, executable, all, environment);
    }
}
