package io.numaresources.topology;

import java.util.List;
import java.util.stream.Stream;

/** Quality-of-service class of a pod. Only Guaranteed pods get CPUs and memory of their own. */
public enum Qos {
    GUARANTEED,
    BURSTABLE,
    BEST_EFFORT;

    private static final List<String> COMPUTE = List.of(Resources.CPU, Resources.MEMORY);

    /** The class of a pod with these parts, as apis/core/v1/helper/qos computes it; pod-level resources go alone. */
    static Qos of(Stream<ContainerShape> parts) {
        boolean any = false;
        boolean guaranteed = true;
        long[] requested = new long[COMPUTE.size()];
        long[] limited = new long[COMPUTE.size()];
        for (ContainerShape part : parts.toList()) {
            for (int i = 0; i < COMPUTE.size(); i++) {
                long request = part.requests().get(COMPUTE.get(i));
                long limit = part.limits().get(COMPUTE.get(i));
                any |= request > 0 || limit > 0;
                guaranteed &= limit > 0;
                requested[i] += request;
                limited[i] += limit;
            }
        }
        if (!any) {
            return BEST_EFFORT;
        }
        boolean equal = true;
        for (int i = 0; i < requested.length; i++) {
            equal &= requested[i] == limited[i];
        }
        return guaranteed && equal ? GUARANTEED : BURSTABLE;
    }
}
