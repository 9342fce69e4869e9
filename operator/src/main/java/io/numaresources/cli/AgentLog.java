package io.numaresources.cli;

import io.quarkus.bootstrap.logging.InitialConfigurator;
import java.util.logging.Handler;
import java.util.logging.Level;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.jboss.logmanager.handlers.ConsoleHandler;

/** The log of commands that are not for a person but run in pods. */
final class AgentLog {
    private static final String FORMAT = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5p [%c{1}] %s%e%n";

    private AgentLog() {}

    /** Lets what was logged out, and what follows: without Quarkus nobody else tells its log manager where to write, and it waits. */
    static void start() {
        var console = new ConsoleHandler(ConsoleHandler.Target.SYSTEM_ERR, new PatternFormatter(FORMAT));
        console.setLevel(Level.INFO);
        InitialConfigurator.DELAYED_HANDLER.setHandlers(new Handler[] {console});
    }
}
