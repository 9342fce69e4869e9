package io.numaresources.cli.scorecard;

import java.util.ArrayList;
import java.util.List;

/** What a test writes down while it runs. */
final class Protocol {
    private final List<String> log = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final List<String> suggestions = new ArrayList<>();

    void log(String line) {
        log.add(line);
    }

    /** Something that is not as it should be. */
    void error(String sentence) {
        errors.add(sentence);
    }

    void suggest(String sentence) {
        suggestions.add(sentence);
    }

    TestStatus.Result result(String name) {
        return result(name, errors.isEmpty() ? TestStatus.State.PASS : TestStatus.State.FAIL);
    }

    /** The test could not be carried out. */
    TestStatus.Result broken(String name, String why) {
        errors.add(why);
        return result(name, TestStatus.State.ERROR);
    }

    private TestStatus.Result result(String name, TestStatus.State state) {
        return new TestStatus.Result(
                name, state, String.join("\n", log), List.copyOf(errors), List.copyOf(suggestions));
    }
}
