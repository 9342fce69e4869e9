package io.numaresources.cli.scorecard;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * What a test prints: TestStatus of scorecard.operatorframework.io/v1alpha3.
 *
 * @param results one for each test, here always one
 */
public record TestStatus(List<Result> results) {

    /**
     * One result.
     *
     * @param name the test
     * @param state how it ended
     * @param log what was done
     * @param errors why it isn't a pass
     * @param suggestions what could be better, or what could not be tested
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Result(String name, State state, String log, List<String> errors, List<String> suggestions) {}

    /** Fail is about what is tested, error about the test itself. */
    public enum State {
        PASS,
        FAIL,
        ERROR;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
