package io.numaresources.controller;

import io.numaresources.time.Moment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Who may read the metrics. An answer is good for a minute, so a right that is given or taken away takes as long to be seen. Kept are the last hundred tokens
 * of somebody who is known, as digests; others are asked about each time, so that nobody drives those out by inventing tokens.
 */
final class Readers {
    static final Duration TRUST = Duration.ofMinutes(1);
    static final int MOST = 100;

    private final Function<String, Reader> review;
    private final Clock clock;
    private final Map<String, Answer> answers = new LinkedHashMap<>(MOST, 0.75f, true);

    private record Answer(Reader reader, Moment at) {}

    /**
     * @param review asks the API server about a token
     */
    Readers(Function<String, Reader> review, Clock clock) {
        this.review = review;
        this.clock = clock;
    }

    /** Who it is, if that was asked a short while ago. */
    synchronized Optional<Reader> known(String token) {
        return Optional.ofNullable(answers.get(digest(token)))
                .filter(answer -> !answer.at().over(TRUST, clock.instant()))
                .map(Answer::reader);
    }

    /** Asks who it is, which blocks. */
    Reader ask(String token) {
        var asked = Moment.of(clock.instant());
        var reader = review.apply(token);
        synchronized (this) {
            if (reader == Reader.UNKNOWN) {
                answers.remove(digest(token));
            } else {
                answers.put(digest(token), new Answer(reader, asked));
                if (answers.size() > MOST) {
                    answers.remove(answers.keySet().iterator().next());
                }
            }
        }
        return reader;
    }

    private static String digest(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
