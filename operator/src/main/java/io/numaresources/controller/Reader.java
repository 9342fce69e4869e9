package io.numaresources.controller;

/** What the API server says of who sends a token. */
enum Reader {
    /** May read the metrics. */
    ALLOWED,
    /** Is known, and may not. */
    FORBIDDEN,
    /** Isn't known: the token is none, or not valid any more. */
    UNKNOWN
}
