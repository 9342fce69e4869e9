package io.numaresources.openshift;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.fleet.GroupProgress;
import java.util.List;

/**
 * Where a group stands whose kubelets are configured through a pool, and what is done next.
 *
 * @param progress for the status
 * @param findings what a person should know
 * @param step what is done now
 */
public record PoolOutcome(GroupProgress progress, List<Finding> findings, PoolStep step) {
    public PoolOutcome {
        findings = List.copyOf(findings);
    }
}
