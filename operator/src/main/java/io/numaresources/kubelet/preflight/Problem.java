package io.numaresources.kubelet.preflight;

import static io.numaresources.kubelet.preflight.Severity.ERROR;
import static io.numaresources.kubelet.preflight.Severity.INFO;
import static io.numaresources.kubelet.preflight.Severity.WARNING;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Everything a pre-flight check can find; what it means and what to do is in problems.properties. */
public enum Problem {
    KUBELET_NOT_COVERED(1, ERROR),
    OPTION_NOT_AVAILABLE(1, ERROR),
    ALPHA_GATE_MISSING(1, ERROR),
    GATE_REFUSED(1, ERROR),
    GATE_ENDS(1, WARNING),
    ALPHA_OPTION(1, WARNING),

    OPTION_PAIR(2, ERROR),
    OPTION_WITHOUT_STATIC(2, ERROR),
    OPTION_VALUE(2, ERROR),
    OPTION_INHERITED(2, ERROR),

    SOCKET_ALIGNMENT(3, ERROR),
    SOCKETS_EXCEED_ZONES(3, ERROR),

    TOO_MANY_ZONES(4, ERROR),

    NO_DISTANCES(5, ERROR),

    NOTHING_RESERVED(6, ERROR),
    NOTHING_LEFT(6, ERROR),
    SPLIT_CORE(6, ERROR),
    MIXED_CORES(6, ERROR),
    MIXED_CORES_PINNED(6, WARNING),

    CPUS_NOT_ONLINE(7, ERROR),
    CPUS_ISOLATED(7, WARNING),
    RESERVED_CGROUPS(7, ERROR),

    MEMORY_UNEQUAL(8, ERROR),
    NO_MEMORY_RESERVED(8, ERROR),
    EVICTION_PERCENTAGE(8, ERROR),
    ZONE_MISSING(8, ERROR),
    ZONE_TOO_SMALL(8, ERROR),
    HUGEPAGES_RESERVED(8, ERROR),

    FLAGS_OVERRIDE(9, ERROR),
    FLAGS_UNKNOWN(9, WARNING),

    NO_DROP_IN_DIRECTORY(10, ERROR),
    DROP_IN_BROKEN(10, ERROR),
    DROP_IN_LATER(10, ERROR),

    MANAGED(11, ERROR),
    READ_ONLY(11, ERROR),
    LAYOUT_UNKNOWN(11, ERROR),

    STATE_MOVED(12, INFO),
    STATE_UNREADABLE(12, WARNING),

    BARE_PODS(13, ERROR),
    PINNED_PODS_STAY(13, WARNING),
    BUDGET_EXHAUSTED(13, WARNING),
    LOCAL_STORAGE(13, WARNING),

    NO_ROOM_ELSEWHERE(14, WARNING),
    NO_ROOM_TO_RETURN(14, ERROR),

    CLAIMED(15, ERROR, true),
    REPLACED_WHEN_UNHEALTHY(15, WARNING),

    OTHER_KUBELET_CONFIG(16, ERROR),
    PERFORMANCE_PROFILE(16, ERROR),
    POOL_PAUSED(16, ERROR),
    POOL_UNSETTLED(16, ERROR, true),
    RESERVED_IMPLICIT(16, ERROR),
    GATES_ON_OPENSHIFT(16, ERROR),
    NODES_UNLIKE(16, ERROR),
    STRICT_ON_OPENSHIFT(16, WARNING),
    POOL_NAME_NOT_ROLE(16, ERROR),
    POOL_UNLABELLED(16, ERROR),

    CLOCK_SKEW(17, ERROR),
    NO_SPACE(17, ERROR),
    NO_SYSTEMD(17, ERROR),
    UNIT_FAILED(17, ERROR),
    UNIT_RESTARTING(17, ERROR),
    REBOOT_PENDING(17, WARNING),
    RELOAD_PENDING(17, WARNING),

    CGROUP_V1(18, ERROR),
    CGROUP_V1_ENDS(18, WARNING),
    NO_CPUSET(18, ERROR),

    NO_NUMA_SCHEDULER(19, WARNING);

    private final int check;
    private final Severity severity;
    private final boolean passing;

    Problem(int check, Severity severity) {
        this(check, severity, false);
    }

    Problem(int check, Severity severity, boolean passing) {
        this.check = check;
        this.severity = severity;
        this.passing = passing;
    }

    /** The check that finds it, such as P06. */
    public String id() {
        return "P%02d".formatted(check);
    }

    /** CamelCase word for conditions and events, such as SplitCore. */
    public String reason() {
        return Arrays.stream(name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    /** Whether it stops the node from being touched. */
    public Severity severity() {
        return severity;
    }

    /** What it means, for the documentation. */
    public String meaning() {
        return ProblemTexts.of(reason() + ".meaning");
    }

    /** What to do. */
    public String remedy() {
        return ProblemTexts.of(reason() + ".remedy");
    }

    /** Whether it goes away without a person, so that the node is just tried again. */
    public boolean passing() {
        return passing;
    }

    Violation found(String detail, Object... arguments) {
        return new Violation(this, detail.formatted(arguments));
    }
}
