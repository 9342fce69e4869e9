package io.numaresources.crd;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Definitions as the last release has them, that is the last tag that is reachable. None without a tag, or outside of a checkout. */
final class ReleasedDefinitions {
    private ReleasedDefinitions() {}

    static Optional<String> tag() {
        return git("describe", "--tags", "--abbrev=0").map(String::strip);
    }

    /** The definition in a file of this module; empty where the release had no such file. */
    static Optional<JsonNode> at(String tag, String file) {
        return git("show", tag + ":crds/" + file).map(text -> Serialization.unmarshal(text, JsonNode.class));
    }

    private static Optional<String> git(String... arguments) {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            var process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
