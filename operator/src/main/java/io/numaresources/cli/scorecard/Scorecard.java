package io.numaresources.cli.scorecard;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tests by their names. */
public final class Scorecard {
    private static final Map<String, Trial> TRIALS = trials();

    private Scorecard() {}

    /** A test; what it finds goes into the protocol. */
    @FunctionalInterface
    interface Trial {
        void run(Surroundings surroundings, Protocol protocol);
    }

    /** Names of the tests. */
    public static Set<String> names() {
        return TRIALS.keySet();
    }

    /** Runs a test; never throws for what the cluster answers. */
    public static TestStatus run(String name, Surroundings surroundings) {
        var protocol = new Protocol();
        TestStatus.Result result;
        try {
            TRIALS.get(name).run(surroundings, protocol);
            result = protocol.result(name);
        } catch (KubernetesClientException | UnreadableBundle e) {
            result = protocol.broken(name, e.getMessage());
        }
        return new TestStatus(List.of(result));
    }

    private static Map<String, Trial> trials() {
        var trials = new LinkedHashMap<String, Trial>();
        trials.put("resource-enables-the-stack", new EnabledStack());
        trials.put("second-pass-changes-nothing", new SecondPass());
        trials.put("invalid-resources-are-refused", new Refusals());
        return trials;
    }
}
