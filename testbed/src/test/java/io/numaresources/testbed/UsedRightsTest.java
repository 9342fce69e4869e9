package io.numaresources.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.numaresources.testbed.UsedRights.Use;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class UsedRightsTest {
    private static final String ACCOUNT = "system:serviceaccount:numa-system:numaresources-operator";

    @Test
    void anApplyThatMadeTheObjectNeedsTheRightToCreate() {
        assertThat(UsedRights.uses(event("patch", "configmaps", "", 201)))
                .containsExactly(
                        new Use(ACCOUNT, "patch", "", "configmaps", "numa-system", "a"),
                        new Use(ACCOUNT, "create", "", "configmaps", "numa-system", "a"));
        assertThat(UsedRights.uses(event("patch", "configmaps", "", 200))).hasSize(1);
    }

    @Test
    void aSubresourceIsAResourceOfItsOwn() {
        assertThat(UsedRights.uses(event("create", "pods", "eviction", 201)))
                .containsExactly(new Use(ACCOUNT, "create", "", "pods/eviction", "numa-system", "a"));
    }

    @Test
    void aRefusedRequestUsesNothingAndAFailedOneDoes() {
        assertThat(UsedRights.uses(event("get", "secrets", "", 403))).isEmpty();
        assertThat(UsedRights.uses(event("get", "configmaps", "", 404))).hasSize(1);
        assertThat(UsedRights.uses(event("update", "leases", "", 409))).hasSize(1);
    }

    @Test
    void whatIsNoResourceNeedsNoRightInARole() {
        assertThat(UsedRights.uses(event("get", "", "", 200))).isEmpty();
    }

    private static AuditEvent event(String verb, String resource, String subresource, int code) {
        return new AuditEvent(
                "ResponseComplete",
                verb,
                ACCOUNT,
                "fabric8",
                "/",
                "",
                resource,
                subresource,
                "numa-system",
                "a",
                code,
                Instant.EPOCH);
    }
}
