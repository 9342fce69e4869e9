package io.numaresources.fleet;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.numaresources.agent.Configurations;
import io.numaresources.api.v1alpha1.KubeletConfiguration;
import io.numaresources.kubelet.CpuManagerPolicy;
import io.numaresources.kubelet.CpuSet;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.Quantity;
import io.numaresources.rollout.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether a restarted kubelet works: its process is stable, its node had a heartbeat since, it runs what is wanted, and gives away the CPUs that the
 * policy implies. A kubelet that keeps crashing may show the new configuration for a moment, and its node stays Ready for up to 50 s, so no
 * single sign is enough.
 *
 * @param reported what the agent and the operator wrote
 * @param node the Node as it is now
 * @param now the time
 */
public record KubeletSigns(Reported reported, Node node, Instant now) {
    /** How long the process has to run without another start. */
    public static final Duration STABLE = Duration.ofSeconds(30);

    /** By how much the clocks of node and API server may differ; more was refused before anything was changed. */
    private static final Duration SKEW = Duration.ofSeconds(5);

    /** How the agent writes that the kubelet gives no CPU away, since an empty text is left out. */
    private static final String NO_CPUS = "none";

    /** What is missing for a change to be verified; empty: it is. */
    public List<String> missing() {
        var missing = new ArrayList<>(missingLife());
        Optional.ofNullable(reported.node().getSpec().kubelet()).ifPresent(wanted -> {
            try {
                var owned = Configurations.owned(wanted);
                configuration(owned).ifPresent(missing::add);
                cpus(owned).ifPresent(missing::add);
            } catch (IllegalArgumentException unreadable) {
                missing.add("spec.kubelet can't be read: " + unreadable.getMessage());
            }
        });
        return missing;
    }

    /**
     * What is missing for the kubelet to count as alive, whatever it runs. On the way back it need not have started again: the change may have
     * failed before the kubelet was touched.
     */
    public List<String> missingLife() {
        var missing = new ArrayList<String>();
        var started = reported.kubeletStarted();
        var armed = reported.entered(Phase.ROLLBACK_ARMED)
                .filter(time -> reported.phase() != Phase.ROLLING_BACK)
                .map(time -> time.minus(SKEW));
        if (started.isEmpty() || armed.filter(started.get()::isBefore).isPresent()) {
            missing.add("the kubelet has not been seen to start again");
        } else if (Duration.between(started.get(), now).compareTo(STABLE) < 0) {
            missing.add("the kubelet runs for less than " + STABLE.toSeconds() + " s");
        }
        var ready = condition();
        if (ready.filter(condition -> "True".equals(condition.getStatus())).isEmpty()) {
            missing.add("the node is not Ready"
                    + ready.map(NodeCondition::getMessage)
                            .map(text -> ": " + text)
                            .orElse(""));
        } else if (started.isPresent() && !heartbeatAfter(ready.get(), started.get())) {
            missing.add("no heartbeat since the kubelet started");
        }
        return missing;
    }

    private Optional<NodeCondition> condition() {
        if (node.getStatus() == null || node.getStatus().getConditions() == null) {
            return Optional.empty();
        }
        return node.getStatus().getConditions().stream()
                .filter(condition -> "Ready".equals(condition.getType()))
                .findFirst();
    }

    private static boolean heartbeatAfter(NodeCondition ready, Instant started) {
        // heartbeats have whole seconds
        return Optional.ofNullable(ready.getLastHeartbeatTime())
                .flatMap(Reported::time)
                .filter(beat -> beat.plusSeconds(1).isAfter(started))
                .isPresent();
    }

    private Optional<String> configuration(OwnedConfiguration wanted) {
        KubeletConfiguration live =
                reported.status().map(status -> status.live()).orElse(null);
        if (live == null) {
            return Optional.of("the kubelet's configuration has not been read");
        }
        var differences = NodePlan.differences(wanted, live);
        return differences.isEmpty()
                ? Optional.empty()
                : Optional.of("the kubelet runs another configuration: "
                        + differences.stream().map(Object::toString).collect(Collectors.joining(", ")));
    }

    /** Allocatable CPUs: those of the podresources API where the agent read them, and their number in the Node. */
    private Optional<String> cpus(OwnedConfiguration wanted) {
        var reserved = wanted.cpu().reservedSystemCpus();
        var hardware = reported.status().map(status -> status.hardware()).orElse(null);
        if (wanted.cpu().policy() != CpuManagerPolicy.STATIC || reserved.isEmpty() || hardware == null) {
            return Optional.empty();
        }
        var all = ReportedMachine.of(hardware).cpus();
        var expected = all.minus(reserved);
        var given = reported.status()
                .map(status -> status.kubelet())
                .map(kubelet -> kubelet.allocatableCPUs())
                .map(text -> CpuSet.parse(text.equals(NO_CPUS) ? "" : text));
        if (given.filter(set -> !set.equals(expected)).isPresent()) {
            return Optional.of("the kubelet gives CPUs %s to pods, expected %s".formatted(given.get(), expected));
        }
        var counted = Optional.ofNullable(node.getStatus().getAllocatable())
                .map(allocatable -> allocatable.get("cpu"))
                .map(quantity -> Quantity.parse(quantity.toString()));
        return counted.filter(amount -> amount.wholeCpus() == expected.size()).isPresent()
                ? Optional.empty()
                : Optional.of("the node has %s allocatable CPUs, expected %d"
                        .formatted(counted.map(Quantity::toString).orElse("no"), expected.size()));
    }
}
