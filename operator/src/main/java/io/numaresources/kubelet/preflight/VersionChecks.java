package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.CpuManagerPolicy;
import io.numaresources.kubelet.FeatureGate;
import io.numaresources.kubelet.KubeletVersion;
import io.numaresources.kubelet.Maturity;
import io.numaresources.kubelet.OwnedConfiguration;
import io.numaresources.kubelet.PolicyOption;
import io.numaresources.kubelet.PolicyOption.Owner;
import io.numaresources.kubelet.TopologyManagerPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** P01 and P02: what a kubelet minor knows and accepts. */
final class VersionChecks {
    private VersionChecks() {}

    /** Naming an unknown option or gate keeps the kubelet from starting (policy_options.go; component-base featuregate). */
    static List<Violation> versions(Subject subject) {
        var version = subject.kubelet().version();
        if (!version.covered()) {
            return List.of(Problem.KUBELET_NOT_COVERED.found("the kubelet is %s", version));
        }
        var found = new ArrayList<Violation>();
        var wanted = subject.wanted();
        boolean alphaGate = wanted.featureGates().getOrDefault(FeatureGate.CPU_ALPHA_OPTIONS.key(), false);
        options(wanted)
                .forEach((owner, options) -> options.keySet().forEach(key -> {
                    var maturity = PolicyOption.find(owner, key)
                            .map(option -> option.at(version))
                            .orElse(Maturity.ABSENT);
                    if (maturity == Maturity.ABSENT) {
                        found.add(Problem.OPTION_NOT_AVAILABLE.found("kubelet %s has no option %s", version, key));
                    } else if (maturity == Maturity.ALPHA) {
                        if (!alphaGate) {
                            found.add(Problem.ALPHA_GATE_MISSING.found("%s is alpha in %s", key, version));
                        }
                        found.add(Problem.ALPHA_OPTION.found("%s is alpha in %s", key, version));
                    }
                }));
        wanted.featureGates().keySet().forEach(gate -> gate(found, gate, version));
        return found;
    }

    private static void gate(List<Violation> found, String gate, KubeletVersion version) {
        if (refused(gate, version)) {
            found.add(Problem.GATE_REFUSED.found("feature gate %s in kubelet %s", gate, version));
        } else if (version.next().covered() && refused(gate, version.next())) {
            found.add(Problem.GATE_ENDS.found("feature gate %s in kubelet %s", gate, version.next()));
        }
    }

    private static boolean refused(String gate, KubeletVersion version) {
        var maturity = FeatureGate.maturity(gate, version);
        return maturity == Maturity.ABSENT || maturity == Maturity.GA;
    }

    /** The topology manager doesn't look at its options with policy none (topologymanager/topology_manager.go, NewManager). */
    private static SortedMap<Owner, SortedMap<String, String>> options(OwnedConfiguration wanted) {
        var options = new TreeMap<Owner, SortedMap<String, String>>();
        options.put(Owner.CPU, wanted.cpu().options());
        if (wanted.topology().policy() != TopologyManagerPolicy.NONE) {
            options.put(Owner.TOPOLOGY, wanted.topology().options());
        }
        return options;
    }

    /** Pairs, policy and values (policy_options.go, policy_none.go). */
    static List<Violation> options(Subject subject) {
        var found = new ArrayList<Violation>();
        var cpu = subject.wanted().cpu();
        for (var pair : PolicyOption.REFUSED_PAIRS) {
            if (cpu.has(pair.first()) && cpu.has(pair.second())) {
                found.add(Problem.OPTION_PAIR.found(
                        "%s and %s", pair.first().key(), pair.second().key()));
            }
        }
        boolean pins = cpu.policy() == CpuManagerPolicy.STATIC;
        if (!pins && !cpu.options().isEmpty()) {
            found.add(Problem.OPTION_WITHOUT_STATIC.found(
                    "cpuManagerPolicy is %s with %s",
                    cpu.policy().value(), String.join(", ", cpu.options().keySet())));
        }
        options(subject.wanted())
                .forEach((owner, options) -> options.forEach((key, value) -> {
                    if (PolicyOption.find(owner, key)
                            .filter(option -> !option.accepts(value))
                            .isPresent()) {
                        found.add(Problem.OPTION_VALUE.found("%s is '%s'", key, value));
                    }
                }));
        if (!subject.kubelet().version().atLeast(KubeletVersion.NULL_REMOVES)) {
            inherited(found, subject, pins);
        }
        return found;
    }

    /** A boolean can be overridden by "false" but not removed, and policy none refuses any that is left. */
    private static void inherited(List<Violation> found, Subject subject, boolean pins) {
        var wanted = subject.wanted();
        for (String key : subject.kubelet().inheritedOptions()) {
            boolean ofCpu = PolicyOption.find(Owner.CPU, key).isPresent();
            boolean number = key.equals(PolicyOption.MAX_ALLOWABLE.key());
            if (ofCpu && !pins || number && !wanted.topology().options().containsKey(key)) {
                found.add(Problem.OPTION_INHERITED.found("%s is set in a file before the drop-in", key));
            }
        }
    }
}
