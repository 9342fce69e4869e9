package io.numaresources.stack;

import io.numaresources.api.v1alpha1.Kubelet;
import io.numaresources.api.v1alpha1.NodeGroup;
import io.numaresources.finding.FindingCode;
import java.util.BitSet;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is wrong with the CPU set of a group that admission lets pass: reserved.cpus may be a number too, and CEL can not afford to
 * split such a text (apiserver pkg/cel/common/schemas.go takes it for three million characters).
 */
final class ReservedCpus {
    private static final Pattern CPU_SET = Pattern.compile("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*");

    private ReservedCpus() {}

    static void explain(NodeGroup group, Findings findings) {
        text(group).filter(text -> CPU_SET.matcher(text).matches()).ifPresent(text -> {
            var named = new BitSet();
            for (String range : text.split(",")) {
                int dash = range.indexOf('-');
                int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
                int last = Integer.parseInt(range.substring(dash + 1));
                if (last < first) {
                    findings.add(
                            FindingCode.RESERVED_CPUS_REVERSED,
                            group.name(),
                            "kubelet.reserved.cpus has the range %s, the kubelet would not start with it: write %d-%d"
                                    .formatted(range, last, first));
                    return;
                }
                int again = named.nextSetBit(first);
                if (again >= 0 && again <= last) {
                    findings.add(
                            FindingCode.RESERVED_CPUS_REPEATED,
                            group.name(),
                            "kubelet.reserved.cpus names CPU %d more than once: name each CPU once, or the one that was meant"
                                    .formatted(again));
                    return;
                }
                named.set(first, last + 1);
            }
        });
    }

    private static Optional<String> text(NodeGroup group) {
        return Optional.ofNullable(group.kubelet())
                .map(Kubelet::reserved)
                .map(reserved -> reserved.cpus())
                .map(cpus -> cpus.getStrVal());
    }
}
