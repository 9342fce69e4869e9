package io.numaresources.cli;

import io.numaresources.api.v1alpha1.Scheduler;
import io.numaresources.api.v1alpha1.SchedulerProfile;
import java.util.List;
import java.util.stream.Stream;

/** Names that pods give in spec.schedulerName. */
final class SchedulerNames {
    private SchedulerNames() {}

    static List<String> of(Scheduler scheduler) {
        return Stream.concat(
                        Stream.of(scheduler.name()),
                        scheduler.profiles().stream().map(SchedulerProfile::name))
                .toList();
    }
}
