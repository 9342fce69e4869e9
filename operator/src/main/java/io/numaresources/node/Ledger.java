package io.numaresources.node;

import io.numaresources.api.v1alpha1.NUMANode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The NUMANode of this node, which is all that agent and operator know of each other. */
public interface Ledger {
    /**
     * Reads it; absent where there is none.
     *
     * @throws UnavailableException where the API server doesn't answer as it should
     */
    Optional<NUMANode> read();

    /**
     * Changes fields of its status; no request where nothing differs.
     *
     * @param seen what was read last
     * @param fields top-level fields of the status with their new values; null removes one
     * @return what is stored now
     * @throws ConflictException where somebody has written since it was read
     * @throws UnavailableException where the API server doesn't answer as it should
     */
    NUMANode write(NUMANode seen, Map<String, @Nullable Object> fields);

    /** How far this node's clock is ahead of the API server's, to half a second. */
    Duration clockSkew();

    /** Somebody else has written first. */
    class ConflictException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** With what the API server said. */
        public ConflictException(String message) {
            super(message);
        }
    }

    /** It may work later. */
    class UnavailableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** With what went wrong. */
        public UnavailableException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
