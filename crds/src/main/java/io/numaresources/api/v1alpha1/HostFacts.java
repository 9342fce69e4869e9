package io.numaresources.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** An operating system as its agent read it. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record HostFacts(
        @JsonPropertyDescription("Identity of the boot during which this was read.") @Nullable
        String bootID,

        @JsonPropertyDescription("Whether /etc and the kubelet's root directory can be written.") @Nullable
        Boolean writable,

        @JsonPropertyDescription("Whether systemd answers on the system bus.") @Nullable
        Boolean systemBus,

        @JsonPropertyDescription("Whether the kubelet's unit has failed.") @Nullable
        Boolean unitFailed,

        @JsonPropertyDescription("How often systemd restarted the kubelet by itself in the last ten minutes.") @Nullable
        Integer recentRestarts,

        @JsonPropertyDescription("Bytes left in the fuller file system of /etc and the kubelet's root directory.")
        @Nullable
        Long freeBytes,

        @JsonPropertyDescription("Milliseconds by which the clock differs from the API server's.") @Nullable
        Long clockSkewMillis,

        @JsonPropertyDescription("Whether the system asks for a reboot.") @Nullable
        Boolean rebootPending,

        @JsonPropertyDescription("Whether unit files changed since systemd read them.") @Nullable
        Boolean reloadPending,

        @JsonPropertyDescription("cgroup version, 1 or 2.") @Nullable
        Integer cgroupVersion,

        @JsonPropertyDescription("Whether the kubelet has the cpuset controller.") @Nullable
        Boolean cpusetController) {}
