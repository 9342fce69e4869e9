package io.numaresources.testbed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What an API server was asked, from its audit log. Requests are there as soon as they are answered.
 *
 * @param file the log
 */
public record AuditLog(Path file) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A place in the log.
     *
     * @param offset bytes from its start
     */
    public record Mark(long offset) {}

    /** The present end of the log. */
    public Mark mark() {
        try {
            return new Mark(Files.exists(file) ? Files.size(file) : 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything since the start. */
    public List<AuditEvent> all() {
        return since(new Mark(0));
    }

    /** What was answered since a mark; the line being written is left out. */
    public List<AuditEvent> since(Mark mark) {
        var text = textSince(mark);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(AuditLog::parse)
                .toList();
    }

    /** What was answered since a mark and matches. */
    public List<AuditEvent> since(Mark mark, Predicate<AuditEvent> matches) {
        return since(mark).stream().filter(matches).toList();
    }

    /** Requests of a user that were answered since a mark, read line by line, as a log of thousands of nodes does not fit in memory. */
    public List<AuditEvent> ofUser(Mark mark, String user) {
        var matching = new ArrayList<AuditEvent>();
        forEach(mark, '"' + user + '"', event -> {
            if (event.user().equals(user)) {
                matching.add(event);
            }
        });
        return matching;
    }

    /** Every request whose line has a text, one after the other from the start, as a log of thousands of nodes does not fit in memory. */
    public void forEach(String text, Consumer<AuditEvent> action) {
        forEach(new Mark(0), text, action);
    }

    private void forEach(Mark mark, String text, Consumer<AuditEvent> action) {
        try (var stream = Files.newInputStream(file)) {
            stream.skipNBytes(mark.offset());
            var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
            reader.lines()
                    .filter(line -> line.contains(text) && line.endsWith("}"))
                    .map(AuditLog::parse)
                    .forEach(action);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Requests whose user agent starts with a text. */
    public static Predicate<AuditEvent> byAgent(String prefix) {
        return event -> event.userAgent().startsWith(prefix);
    }

    /** Requests of a user, such as {@code system:serviceaccount:numa-system:numaresources-operator}. */
    public static Predicate<AuditEvent> byUser(String user) {
        return event -> event.user().equals(user);
    }

    /** Requests with one of these verbs. */
    public static Predicate<AuditEvent> verbs(String... verbs) {
        var wanted = Set.of(verbs);
        return event -> wanted.contains(event.verb());
    }

    private String textSince(Mark mark) {
        if (!Files.exists(file)) {
            return "";
        }
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            var buffer = ByteBuffer.allocate(Math.toIntExact(Math.max(0, channel.size() - mark.offset())));
            channel.position(mark.offset());
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // reads on until the buffer is full
            }
            return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static AuditEvent parse(String line) {
        try {
            return AuditEvent.of(JSON.readTree(line));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
