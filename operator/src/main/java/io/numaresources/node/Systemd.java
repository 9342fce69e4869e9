package io.numaresources.node;

/** What is needed of systemd. Every call waits for its job and does no harm when it is repeated. */
public interface Systemd {

    /** Reads unit files again. */
    void reload();

    /**
     * Starts a unit, also one that has failed before.
     *
     * @throws SystemdException where the job fails
     */
    void start(String unit);

    /**
     * Stops a unit; one that isn't loaded is stopped already.
     *
     * @throws SystemdException where the job fails
     */
    void stop(String unit);

    /** systemd refused, or a job failed. */
    class SystemdException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** With what systemd said. */
        public SystemdException(String message) {
            super(message);
        }

        /** With what went wrong on the way to it. */
        public SystemdException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
