package io.numaresources.fleet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.numaresources.agent.AgentPods;
import io.numaresources.kubelet.preflight.Workload;
import io.numaresources.stack.Selectors;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a node and what a drain does with each. Like kubectl drain: those of a DaemonSet and mirror pods stay, those that are finished don't
 * matter.
 *
 * @param excluded pods that stay since the group says so
 * @param own namespace/name of the operator's own pod; it goes last
 */
public record Tenants(@Nullable LabelSelector excluded, Optional<String> own) {
    private static final String MIRROR = "kubernetes.io/config.mirror";

    /** Pods that run or may run, as pre-flight sees them. */
    public Workload workload(List<Pod> pods) {
        return new Workload(
                pods.stream().filter(pod -> !finished(pod)).map(this::read).toList(), Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** What a drain does with a pod. */
    public Workload.Kind kind(Pod pod) {
        var labels = pod.getMetadata().getLabels();
        if (pod.getMetadata().getAnnotations() != null
                && pod.getMetadata().getAnnotations().containsKey(MIRROR)) {
            return Workload.Kind.STATIC;
        }
        var controller = pod.getMetadata().getOwnerReferences().stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .map(OwnerReference::getKind)
                .findFirst();
        if (controller.filter("DaemonSet"::equals).isPresent()) {
            return Workload.Kind.DAEMON;
        }
        if (AgentPods.NAMESPACE.equals(pod.getMetadata().getNamespace())
                || excluded != null && Selectors.matches(excluded, labels == null ? Map.of() : labels)) {
            return Workload.Kind.EXCLUDED;
        }
        return controller.isPresent() ? Workload.Kind.REPLACED : Workload.Kind.BARE;
    }

    /** Whether a pod is the operator's own. */
    public boolean own(Pod pod) {
        return own.filter(name(pod)::equals).isPresent();
    }

    /** namespace/name. */
    public static String name(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    /** Whether it will run no more. */
    public static boolean finished(Pod pod) {
        return pod.getStatus() != null
                && ("Succeeded".equals(pod.getStatus().getPhase())
                        || "Failed".equals(pod.getStatus().getPhase()));
    }

    private Workload.Pod read(Pod pod) {
        return new Workload.Pod(
                name(pod),
                kind(pod),
                exclusive(pod),
                false,
                pod.getSpec().getVolumes().stream().anyMatch(volume -> volume.getEmptyDir() != null),
                sum(pod, "cpu").movePointRight(3).longValue(),
                sum(pod, "memory").longValue());
    }

    /** Whole CPUs of class Guaranteed, devices or claims are what a restarted kubelet gives anew. */
    private static boolean exclusive(Pod pod) {
        boolean guaranteed =
                pod.getStatus() != null && "Guaranteed".equals(pod.getStatus().getQosClass());
        boolean claims = pod.getSpec().getResourceClaims() != null
                && !pod.getSpec().getResourceClaims().isEmpty();
        return claims
                || pod.getSpec().getContainers().stream()
                        .map(Tenants::requests)
                        .anyMatch(requests -> requests.keySet().stream().anyMatch(name -> name.contains("/"))
                                || guaranteed && wholeCpus(requests));
    }

    private static boolean wholeCpus(Map<String, Quantity> requests) {
        var cpus = amount(requests, "cpu");
        return cpus.signum() > 0 && cpus.stripTrailingZeros().scale() <= 0;
    }

    private static BigDecimal sum(Pod pod, String resource) {
        return pod.getSpec().getContainers().stream()
                .map(container -> amount(requests(container), resource))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static Map<String, Quantity> requests(Container container) {
        var resources = container.getResources();
        return resources == null || resources.getRequests() == null ? Map.of() : resources.getRequests();
    }

    private static BigDecimal amount(Map<String, Quantity> requests, String resource) {
        var quantity = requests.get(resource);
        return quantity == null ? BigDecimal.ZERO : quantity.getNumericalAmount();
    }
}
