package io.numaresources.cli;

/** Whether somebody reads along. */
final class Terminal {
    /** Set by the launcher, which can tell without loading anything. */
    private static final String TERMINAL = "numa.terminal";

    private Terminal() {}

    /** Whether output may be coloured: on a terminal, unless NO_COLOR is set (no-color.org). */
    static boolean colours() {
        var wish = System.getenv("NO_COLOR");
        if (wish != null && !wish.isEmpty()) {
            return false;
        }
        var told = System.getProperty(TERMINAL);
        if (told != null) {
            return Boolean.parseBoolean(told);
        }
        var console = System.console();
        return console != null && console.isTerminal();
    }
}
