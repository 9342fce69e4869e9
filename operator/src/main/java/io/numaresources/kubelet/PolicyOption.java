package io.numaresources.kubelet;

import static io.numaresources.kubelet.Maturity.ALPHA;
import static io.numaresources.kubelet.Maturity.BETA;
import static io.numaresources.kubelet.Maturity.GA;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Policy options of CPU and topology manager, with their maturity in each minor (cm/cpumanager/policy_options.go and
 * cm/topologymanager/policy_options.go of kubelet 1.29 to 1.37).
 */
public enum PolicyOption {
    FULL_PCPUS_ONLY(Owner.CPU, "full-pcpus-only", Timeline.from(22, BETA).then(33, GA)),
    DISTRIBUTE_ACROSS_NUMA(
            Owner.CPU, "distribute-cpus-across-numa", Timeline.from(23, ALPHA).then(33, BETA)),
    ALIGN_BY_SOCKET(Owner.CPU, "align-by-socket", Timeline.from(25, ALPHA)),
    DISTRIBUTE_ACROSS_CORES(Owner.CPU, "distribute-cpus-across-cores", Timeline.from(31, ALPHA)),
    STRICT_RESERVATION(
            Owner.CPU,
            "strict-cpu-reservation",
            Timeline.from(32, ALPHA).then(33, BETA).then(35, GA)),
    PREFER_UNCORE_CACHE(
            Owner.CPU,
            "prefer-align-cpus-by-uncorecache",
            Timeline.from(32, ALPHA).then(34, BETA).then(36, GA)),
    PREFER_CLOSEST(
            Owner.TOPOLOGY, "prefer-closest-numa-nodes", Timeline.from(28, BETA).then(32, GA)),
    MAX_ALLOWABLE(
            Owner.TOPOLOGY, "max-allowable-numa-nodes", Timeline.from(31, BETA).then(35, GA));

    /** The manager whose map an option is in. */
    public enum Owner {
        CPU,
        TOPOLOGY
    }

    /** Two options that the kubelet refuses together. */
    public record Pair(PolicyOption first, PolicyOption second) {}

    /**
     * {@code static policy options %s and %s can not be used at the same time}: these four pairs and no others
     * (cm/cpumanager/policy_options.go, ValidateStaticPolicyOptions).
     */
    public static final List<Pair> REFUSED_PAIRS = List.of(
            new Pair(FULL_PCPUS_ONLY, DISTRIBUTE_ACROSS_CORES),
            new Pair(DISTRIBUTE_ACROSS_NUMA, DISTRIBUTE_ACROSS_CORES),
            new Pair(PREFER_UNCORE_CACHE, DISTRIBUTE_ACROSS_CORES),
            new Pair(PREFER_UNCORE_CACHE, DISTRIBUTE_ACROSS_NUMA));

    /** Most NUMA nodes that a topology policy other than none accepts by default, and the least value of max-allowable-numa-nodes. */
    public static final int DEFAULT_MAX_ZONES = 8;

    private final Owner owner;
    private final String key;
    private final Timeline timeline;

    PolicyOption(Owner owner, String key, Timeline timeline) {
        this.owner = owner;
        this.key = key;
        this.timeline = timeline;
    }

    /** The manager it belongs to. */
    public Owner owner() {
        return owner;
    }

    /** Its key in the manager's map of options. */
    public String key() {
        return key;
    }

    /** Its maturity in a minor. */
    public Maturity at(KubeletVersion version) {
        return timeline.at(version);
    }

    /** The first minor from which it has at least some maturity, such as 1.31. */
    public KubeletVersion since() {
        return new KubeletVersion(1, timeline.since().firstKey());
    }

    /** Whether the kubelet can read a value: a bool as strconv.ParseBool takes it, or an integer of at least 8 for the number of zones. */
    public boolean accepts(String value) {
        if (this == MAX_ALLOWABLE) {
            return value.matches("\\d{1,9}") && Integer.parseInt(value) >= DEFAULT_MAX_ZONES;
        }
        return GoText.bool(value).isPresent();
    }

    /** The option of a manager with this key. */
    public static Optional<PolicyOption> find(Owner owner, String key) {
        return of(owner).stream().filter(option -> option.key.equals(key)).findFirst();
    }

    /** All options of a manager. */
    public static List<PolicyOption> of(Owner owner) {
        return Arrays.stream(values()).filter(option -> option.owner == owner).toList();
    }
}
