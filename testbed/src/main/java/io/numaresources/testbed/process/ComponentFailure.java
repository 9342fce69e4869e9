package io.numaresources.testbed.process;

/** A component did not start or did not stay up; the message has the last lines of its log. */
public final class ComponentFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int LINES = 15;

    private final String logText;

    /** A failure of a component for a reason. */
    public ComponentFailure(String component, String reason, LogFile log) {
        super(component + " " + reason + "; last lines of " + log.path() + ":\n" + log.tail(LINES));
        this.logText = log.text();
    }

    /** Whether somebody else took a port between its choice and its use, so that another try can help. */
    public boolean portTaken() {
        return logText.contains("address already in use");
    }
}
