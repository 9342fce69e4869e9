package io.numaresources.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Executors;

/** The Go program that asks the kubelet's and the plugin's own code. */
final class Oracle {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final Path program;

    Oracle(Path program) {
        this.program = program;
    }

    /**
     * An answer.
     *
     * @param error why the kubelet doesn't start; nothing else is set then
     * @param node the node before the asked pod comes
     * @param admit the kubelet's answer
     * @param reason status.reason of a rejected pod
     * @param message its message
     * @param passes the plugin's answer
     * @param filterMessage its message
     */
    record Answer(
            Optional<String> error,
            NumaNode node,
            boolean admit,
            String reason,
            String message,
            boolean passes,
            String filterMessage) {}

    /** The answers to the cases, in order. */
    List<Answer> ask(List<RandomCase> cases) {
        try (var writers = Executors.newSingleThreadExecutor()) {
            var process = new ProcessBuilder(program.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            writers.submit(() -> {
                try (var out = process.outputWriter(StandardCharsets.UTF_8)) {
                    for (RandomCase c : cases) {
                        out.write(c.line());
                        out.write('\n');
                    }
                }
                return 0;
            });
            var answers = new ArrayList<Answer>();
            try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    answers.add(read(JSON.readTree(line), cases.get(answers.size())));
                }
            }
            if (answers.size() != cases.size()) {
                throw new IllegalStateException("the oracle gave " + answers.size() + " answers to " + cases.size());
            }
            return answers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Answer read(JsonNode answer, RandomCase c) {
        if (answer.has("error")) {
            var nothing = NumaNode.published("node", c.rules, List.of());
            return new Answer(Optional.of(answer.get("error").asText()), nothing, false, "", "", false, "");
        }
        if (answer.get("id").asLong() != c.id()) {
            throw new IllegalStateException("answer " + answer.get("id") + " to case " + c.id());
        }
        var kubelet = answer.get("kubelet");
        var plugin = answer.get("plugin");
        return new Answer(
                Optional.empty(),
                node(answer.get("node"), c),
                kubelet.get("admit").asBoolean(),
                kubelet.get("reason").asText(),
                kubelet.get("message").asText(),
                plugin.get("admit").asBoolean(),
                plugin.get("message").asText());
    }

    private static NumaNode node(JsonNode node, RandomCase c) {
        var zones = new ArrayList<Zone>();
        for (JsonNode zone : node.get("zones")) {
            int id = zone.get("id").asInt();
            zones.add(new Zone(
                    id,
                    amounts(zone.get("capacity")),
                    amounts(zone.get("allocatable")),
                    amounts(zone.get("available")),
                    c.costs.get(id),
                    OptionalInt.of(zone.get("socket").asInt())));
        }
        var groups = new TreeMap<Integer, Long>();
        node.get("groups")
                .properties()
                .forEach(e ->
                        groups.put(Integer.valueOf(e.getKey()), e.getValue().asLong()));
        var cpus = c.rules.cpus();
        var known = new CpuRules(
                cpus.exclusive(),
                cpus.options(),
                cpus.threadsPerCore(),
                node.get("stranded").asInt());
        var rules = new KubeletRules(
                c.rules.policy(), c.rules.scope(), c.rules.closestZones(), known, c.rules.pinnedMemory());
        return new NumaNode(
                "node",
                rules,
                zones,
                amounts(node.get("allocatable")),
                amounts(node.get("free")),
                Optional.of(Map.copyOf(groups)),
                List.of());
    }

    private static Resources amounts(JsonNode list) {
        var amounts = new TreeMap<String, Long>();
        list.properties().forEach(e -> amounts.put(e.getKey(), e.getValue().asLong()));
        return new Resources(amounts);
    }
}
