package io.numaresources.stack;

import io.numaresources.api.v1alpha1.InformerMode;

/**
 * The scheduler, as it is rendered.
 *
 * @param input what it depends on
 * @param image what it runs
 * @param row what is known of that image
 * @param replicas number of pods
 * @param informer informer mode, never Auto
 * @param resyncSeconds period of the topology cache
 */
record SchedulerPlan(
        StackInput input,
        OperandImage image,
        VersionMatrix.Row row,
        int replicas,
        InformerMode informer,
        long resyncSeconds) {
    static final String NAME = "numa-scheduler";
    static final String CONFIGURATION_FILE = "scheduler-config.yaml";

    OperandMeta meta() {
        return OperandMeta.scheduler(input.namespace());
    }
}
