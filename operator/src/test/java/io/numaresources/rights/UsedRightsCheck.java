package io.numaresources.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.numaresources.testbed.UsedRights;
import io.numaresources.testbed.operator.OperatorProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whether the operator needs what config/rbac grants it, by what it asked the API servers of all integration tests. The build runs it after them, in a
 * JVM of its own; after a part of them it says that it was skipped.
 */
class UsedRightsCheck {
    private static final String OPERATOR =
            "system:serviceaccount:" + OperatorProcess.NAMESPACE + ":" + OperatorProcess.SERVICE_ACCOUNT;

    private final TreeSet<String> unused = new TreeSet<>();

    @BeforeEach
    void compare() throws IOException {
        var chosen = System.getProperty("it.test", "");
        assumeTrue(chosen.isEmpty(), "only " + chosen + " ran: which rights no test uses was not checked");
        var folder = Path.of(System.getProperty(UsedRights.FOLDER, ""));
        assumeTrue(Files.isDirectory(folder), "no integration test ran: which rights no test uses was not checked");
        var uses = UsedRights.read(folder).stream()
                .filter(use -> use.account().equals(OPERATOR))
                .toList();
        ShippedRights.read(ShippedRights.RBAC).unused(uses).forEach(right -> unused.add(right.toString()));
    }

    @Test
    void everyRightOfTheOperatorIsUsedOrHasAReason() throws IOException {
        assertThat(unused)
                .as(
                        "rights that no test uses; take them away, or give the reason in src/test/resources/rights/unused.txt")
                .isSubsetOf(Excuses.read().keySet());
    }
}
