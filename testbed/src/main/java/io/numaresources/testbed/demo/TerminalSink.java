package io.numaresources.testbed.demo;

import java.io.PrintStream;
import java.util.Map;

/** Standard output: in colours and with lines that change in place on a terminal, as plain lines elsewhere. */
final class TerminalSink implements Sink {

    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream out;
    private final boolean terminal;
    private final boolean colours;

    TerminalSink(PrintStream out, boolean terminal, boolean colours) {
        this.out = out;
        this.terminal = terminal;
        this.colours = colours;
    }

    /** Standard output, with colours unless NO_COLOR says otherwise. */
    static TerminalSink standard(Map<String, String> environment) {
        var console = System.console();
        var terminal = console != null && console.isTerminal() && !"dumb".equals(environment.get("TERM"));
        var unwanted = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new TerminalSink(System.out, terminal, terminal && !unwanted);
    }

    @Override
    public void line(String text) {
        out.println((terminal ? CLEAR : "") + styled(text));
        out.flush();
    }

    @Override
    public void passing(String text) {
        if (terminal) {
            out.print(CLEAR + styled(text));
            out.flush();
        }
    }

    private String styled(String text) {
        return colours ? text : Style.plain(text);
    }
}
