package io.numaresources.testbed.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a terminal would have shown: to be written as an asciicast, a picture or plain text. */
final class Recording implements Sink {

    private static final int WIDTH = 80;
    private static final int HEIGHT = 40;
    private static final String CLEAR = "\r\u001b[K";

    private record Event(Duration at, String output) {}

    private final InstantSource clock;
    private final Instant start;
    private final List<Event> events = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    Recording(InstantSource clock) {
        this.clock = clock;
        this.start = clock.instant();
    }

    @Override
    public void line(String text) {
        lines.add(text);
        add(CLEAR + text + "\r\n");
    }

    @Override
    public void passing(String text) {
        add(CLEAR + text);
    }

    /** Writes the file: {@code .cast} is an asciicast of version 2, {@code .svg} a picture, anything else plain text. */
    void write(Path file) throws IOException {
        var name = file.getFileName().toString();
        if (name.endsWith(".cast")) {
            Files.writeString(file, asciicast());
        } else if (name.endsWith(".svg")) {
            Files.writeString(file, new Picture(WIDTH).of(lines));
        } else {
            Files.writeString(
                    file, String.join("\n", lines.stream().map(Style::plain).toList()) + "\n");
        }
    }

    private void add(String output) {
        events.add(new Event(Duration.between(start, clock.instant()), output));
    }

    private String asciicast() throws JsonProcessingException {
        var json = JsonMapper.builder().build();
        var text = new StringBuilder();
        text.append(json.writeValueAsString(
                        Map.of("version", 2, "width", WIDTH, "height", HEIGHT, "timestamp", start.getEpochSecond())))
                .append('\n');
        for (var event : events) {
            text.append(json.writeValueAsString(List.of(event.at().toMillis() / 1000.0, "o", event.output())))
                    .append('\n');
        }
        return text.toString();
    }
}
