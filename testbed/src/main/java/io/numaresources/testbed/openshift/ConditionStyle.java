package io.numaresources.testbed.openshift;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How a release of the machine-config operator writes the conditions of a KubeletConfig. */
public enum ConditionStyle {
    /** Up to 4.22: appended; a Failure has status False. */
    APPENDED,
    /** From 5.0 on: Accepted, and after it the legacy condition with status True. */
    ACCEPTED;

    /** The conditions after a rendering. */
    List<Object> after(List<?> before, boolean success, String message) {
        if (this == ACCEPTED) {
            return List.of(
                    condition("Accepted", success, message), condition(success ? "Success" : "Failure", true, message));
        }
        var conditions = new ArrayList<Object>(before);
        conditions.add(
                success ? condition("Success", true, message) : condition("Failure", false, "Error: " + message));
        return conditions;
    }

    static Map<String, Object> condition(String type, boolean holds, String message) {
        var condition = new LinkedHashMap<String, Object>();
        condition.put("type", type);
        condition.put("status", holds ? "True" : "False");
        condition.put("reason", "");
        condition.put("message", message);
        condition.put(
                "lastTransitionTime",
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        return condition;
    }
}
