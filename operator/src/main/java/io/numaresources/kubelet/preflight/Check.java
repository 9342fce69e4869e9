package io.numaresources.kubelet.preflight;

import java.util.List;
import java.util.function.Function;

/** The pre-flight checks, in the order in which they are shown. */
public enum Check {
    P01("kubelet version", "options and feature gates exist in this kubelet minor", VersionChecks::versions),
    P02("policy options", "options fit each other, their policy and their type", VersionChecks::options),
    P03("socket alignment", "align-by-socket fits the policy and the machine", TopologyChecks::socketAlignment),
    P04("number of NUMA nodes", "the topology manager accepts that many", TopologyChecks::zoneCount),
    P05("distances", "the machine tells distances where they are needed", TopologyChecks::distances),
    P06("reserved CPUs", "at least one, whole cores, not all", CpuChecks::amount),
    P07("reserved CPU set", "online, not isolated, no reserved cgroups", CpuChecks::set),
    P08("reserved memory", "adds up, and fits each NUMA node", MemoryChecks::memory),
    P09("flags", "no command-line flag overrides the drop-in", LayoutChecks::flags),
    P10("drop-in directory", "exists, its files are valid, none overrides ours", LayoutChecks::dropIns),
    P11("system", "may be written and is understood", LayoutChecks::system),
    P12("state files", "which ones have to be moved", WorkloadChecks::stateFiles),
    P13("pods", "the node can be drained", WorkloadChecks::drain),
    P14("room", "for the pods elsewhere, and for those that stay", WorkloadChecks::room),
    P15("other tools", "nobody else works on the node", SurroundingChecks::claims),
    P16("OpenShift", "the pool can take one more KubeletConfig", SurroundingChecks::openShift),
    P17("node", "clock, space, systemd and unit are in order", HostChecks::node),
    P18("cgroups", "version 2, with cpuset", HostChecks::cgroups),
    P19("scheduler", "is NUMA-aware where the kubelet rejects pods", SurroundingChecks::scheduler);

    private final String title;
    private final String passes;
    private final Function<Subject, List<Violation>> function;

    Check(String title, String passes, Function<Subject, List<Violation>> function) {
        this.title = title;
        this.passes = passes;
        this.function = function;
    }

    /** What it looks at. */
    public String title() {
        return title;
    }

    /** When it passes. */
    public String passes() {
        return passes;
    }

    /** Everything it finds; empty: it passes. */
    public List<Violation> apply(Subject subject) {
        return function.apply(subject);
    }
}
