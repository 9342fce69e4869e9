package io.numaresources.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadersTest {
    private final TickingClock clock = new TickingClock();
    private final Map<String, Reader> server = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final Readers readers = new Readers(this::review, clock);

    @Test
    void anAnswerIsGoodForAMinute() {
        server.put("prometheus", Reader.ALLOWED);
        server.put("pod", Reader.FORBIDDEN);
        assertThat(readers.known("prometheus")).isEmpty();
        assertThat(readers.ask("prometheus")).isEqualTo(Reader.ALLOWED);
        assertThat(readers.ask("pod")).isEqualTo(Reader.FORBIDDEN);

        clock.pass(Duration.ofSeconds(59));
        assertThat(readers.known("prometheus")).contains(Reader.ALLOWED);
        assertThat(readers.known("pod")).contains(Reader.FORBIDDEN);
        clock.pass(Duration.ofSeconds(1));

        assertThat(readers.known("prometheus")).isEmpty();
        assertThat(readers.known("pod")).isEmpty();
    }

    @Test
    void aClockThatIsSetBackMakesNoAnswerGoodForLonger() {
        server.put("prometheus", Reader.ALLOWED);
        readers.ask("prometheus");
        clock.pass(Duration.ofHours(-1));
        assertThat(readers.known("prometheus")).contains(Reader.ALLOWED);

        clock.pass(Duration.ofMinutes(1));

        assertThat(readers.known("prometheus")).isEmpty();
    }

    @Test
    void aTokenThatIsNotValidAnyMoreIsForgotten() {
        server.put("prometheus", Reader.ALLOWED);
        readers.ask("prometheus");
        server.remove("prometheus");

        assertThat(readers.ask("prometheus")).isEqualTo(Reader.UNKNOWN);

        assertThat(readers.known("prometheus")).isEmpty();
    }

    @Test
    void inventedTokensDriveNobodyOut() {
        server.put("prometheus", Reader.ALLOWED);
        readers.ask("prometheus");
        for (int i = 0; i < 10 * Readers.MOST; i++) {
            assertThat(readers.ask("invented-" + i)).isEqualTo(Reader.UNKNOWN);
        }

        assertThat(readers.known("prometheus")).contains(Reader.ALLOWED);
        assertThat(readers.known("invented-0")).isEmpty();
    }

    @Test
    void theTokenThatWasUsedLastIsKept() {
        server.put("prometheus", Reader.ALLOWED);
        readers.ask("prometheus");
        for (int i = 0; i < 10 * Readers.MOST; i++) {
            server.put("pod-" + i, Reader.FORBIDDEN);
            readers.ask("pod-" + i);
            assertThat(readers.known("prometheus")).isPresent();
        }

        assertThat(readers.known("pod-0")).isEmpty();
        assertThat(readers.known("pod-" + (9 * Readers.MOST + 1))).isPresent();
    }

    @Test
    void anApiServerThatDoesNotAnswerMakesNobodyKnown() {
        assertThatThrownBy(() -> readers.ask("away")).hasMessage("no answer");

        assertThat(readers.known("away")).isEmpty();
        assertThat(asked).containsExactly("away");
    }

    private Reader review(String token) {
        asked.add(token);
        if (token.equals("away")) {
            throw new IllegalStateException("no answer");
        }
        return server.getOrDefault(token, Reader.UNKNOWN);
    }
}
