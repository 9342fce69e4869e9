package io.numaresources.guard;

import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import io.numaresources.api.v1alpha1.RejectedPodsAction;
import io.numaresources.stack.GoDuration;
import java.time.Duration;

/**
 * What is done with rejected pods.
 *
 * @param delete whether the old ones are deleted
 * @param keepPerOwner how many of each owner stay, the newest ones
 * @param minAge how long after its rejection a pod stays at least
 * @param stormPods rejected pods of one owner that are called a storm
 * @param window time in which they count
 */
public record RejectionRules(boolean delete, int keepPerOwner, Duration minAge, int stormPods, Duration window) {
    /** The rules of a spec; a paused one deletes nothing. */
    public static RejectionRules of(NUMAResourcesOperatorSpec spec) {
        var asked = spec.rejectedPods();
        return new RejectionRules(
                asked.action() == RejectedPodsAction.DELETE && !spec.paused(),
                asked.keepPerOwner(),
                GoDuration.parse(asked.minAge()),
                asked.stormThreshold().pods(),
                GoDuration.parse(asked.stormThreshold().window()));
    }

    /** The same, but nothing is deleted. */
    public RejectionRules withoutDeletion() {
        return new RejectionRules(false, keepPerOwner, minAge, stormPods, window);
    }
}
