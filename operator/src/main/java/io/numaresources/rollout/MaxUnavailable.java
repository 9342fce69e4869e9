package io.numaresources.rollout;

/**
 * How many nodes of a group may be unavailable at a time.
 *
 * @param value a number of nodes of at least 1, or a percentage from 1 to 100
 * @param percentage whether it is one
 */
public record MaxUnavailable(int value, boolean percentage) {
    /** @throws IllegalArgumentException where no node could ever be configured */
    public MaxUnavailable {
        if (value < 1 || percentage && value > 100) {
            throw new IllegalArgumentException("maxUnavailable must be at least 1 or a percentage from 1% to 100%");
        }
    }

    /** Nodes of a group of this size: a percentage is rounded down, but never to 0. */
    public int of(int nodes) {
        return percentage ? Math.max(1, (int) ((long) nodes * value / 100)) : value;
    }
}
