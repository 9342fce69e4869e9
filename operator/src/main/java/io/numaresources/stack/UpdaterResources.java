package io.numaresources.stack;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import org.jspecify.annotations.Nullable;

/** Requests, limits and rights of updater containers. */
final class UpdaterResources {
    private UpdaterResources() {}

    /** What is asked for, else 50m and 64Mi with a limit of 256Mi: 60Mi is too little from 144 CPUs on (NVIDIA/aicr #1825). */
    static ResourceRequirements of(@Nullable ResourceRequirements given) {
        return given != null
                ? CanonicalQuantity.of(given)
                : new ResourceRequirementsBuilder()
                        .addToRequests("cpu", new Quantity("50m"))
                        .addToRequests("memory", new Quantity("64Mi"))
                        .addToLimits("memory", new Quantity("256Mi"))
                        .build();
    }

    static ResourceRequirements ofPause() {
        return new ResourceRequirementsBuilder()
                .addToRequests("cpu", new Quantity("5m"))
                .addToRequests("memory", new Quantity("8Mi"))
                .build();
    }

    /** Root, since the kubelet's socket is root's; the SELinux type may connect to it (facts §5.6). */
    static SecurityContext hostReader() {
        return new SecurityContextBuilder()
                .withRunAsUser(0L)
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .withNewSeLinuxOptions()
                .withType("container_device_plugin_t")
                .withLevel("s0")
                .endSeLinuxOptions()
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .build();
    }

    /** Nothing but to run, as nobody. */
    static SecurityContext restricted() {
        return new SecurityContextBuilder()
                .withRunAsNonRoot(true)
                .withRunAsUser(65532L)
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .build();
    }
}
