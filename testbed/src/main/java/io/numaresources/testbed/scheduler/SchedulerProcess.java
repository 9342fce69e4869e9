package io.numaresources.testbed.scheduler;

import io.numaresources.testbed.process.LogFile;
import java.util.Optional;

/**
 * A scheduler pod and its process at one moment.
 *
 * @param namespace of the pod
 * @param podName of the pod
 * @param podUid of the pod
 * @param pid of the process, while it runs
 * @param starts how often the process was started for this pod
 * @param problem why it doesn't run
 * @param log what it wrote
 */
public record SchedulerProcess(
        String namespace,
        String podName,
        String podUid,
        Optional<Long> pid,
        int starts,
        Optional<String> problem,
        LogFile log) {

    static SchedulerProcess of(ScheduledPod scheduled) {
        var metadata = scheduled.pod().getMetadata();
        return new SchedulerProcess(
                metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid(),
                scheduled.process().filter(process -> process.alive()).map(process -> process.pid()),
                scheduled.starts(),
                scheduled.problem(),
                scheduled.log());
    }

    /** Whether the process runs. */
    public boolean alive() {
        return pid.isPresent();
    }
}
