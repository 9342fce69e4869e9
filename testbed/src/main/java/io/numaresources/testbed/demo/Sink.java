package io.numaresources.testbed.demo;

/** Where the screen's lines go; their text has the sequences of {@link Style}. */
interface Sink {

    /** A line that stays. */
    void line(String text);

    /** A line that the next one replaces. */
    void passing(String text);
}
