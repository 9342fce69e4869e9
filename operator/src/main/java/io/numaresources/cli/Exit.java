package io.numaresources.cli;

/** Exit codes of every command. A command line that isn't understood ends with 2. */
final class Exit {
    /** Done; the answer, where there is one, is yes. */
    static final int YES = 0;

    /** Done; the answer is no: fits nowhere, something found, something differs. */
    static final int NO = 1;

    /** Could not be done. */
    static final int FAILED = 3;

    private Exit() {}

    static int of(boolean yes) {
        return yes ? YES : NO;
    }
}
