package io.numaresources.testbed.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What to start.
 *
 * @param name what it is called in messages and in the names of its log and pid files
 * @param executable absolute path of the program
 * @param arguments its arguments
 * @param environment added to this process's environment
 * @param launcher what becomes the program after changing something of the process, such as its network namespace; empty for nothing
 */
public record Command(
        String name, Path executable, List<String> arguments, Map<String, String> environment, List<String> launcher) {

    /** Copies the collections. */
    public Command {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
        launcher = List.copyOf(launcher);
    }

    /** A command without a launcher. */
    public Command(String name, Path executable, List<String> arguments, Map<String, String> environment) {
        this(name, executable, arguments, environment, List.of());
    }

    /** A command with this process's environment. */
    public static Command of(String name, Path executable, String... arguments) {
        return new Command(name, executable, List.of(arguments), Map.of());
    }

    /** This command with more arguments. */
    public Command with(List<String> more) {
        var all = new ArrayList<>(arguments);
        all.addAll(more);
        return new Command(name, executable, all, environment, launcher);
    }

    /** This command started by another program that becomes it. */
    public Command launchedBy(List<String> other) {
        return new Command(name, executable, arguments, environment, other);
    }
}
