package io.numaresources.node;

import java.util.Optional;

/** What is needed of systemd. Every call waits for its job and does no harm when it is repeated. */
public interface Systemd extends AutoCloseable {

    /** Where a systemd is reached. */
    @FunctionalInterface
    interface Connection {
        /**
         * Connects.
         *
         * @throws SystemdException where nobody answers
         */
        Systemd open();
    }

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

    /** A unit as it is now; absent where it isn't loaded. Needs no privilege. */
    Optional<UnitState> state(String unit);

    @Override
    void close();

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
