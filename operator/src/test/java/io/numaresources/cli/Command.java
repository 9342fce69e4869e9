package io.numaresources.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * A command that was run in this process.
 *
 * @param exit its exit code
 * @param out what it printed
 * @param err what it complained of
 */
record Command(int exit, String out, String err) {
    static Command run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exit = Main.commandLine(arguments)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Command(exit, out.toString(), err.toString());
    }
}
