package io.numaresources.stack;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperatorSpec;
import io.numaresources.api.v1alpha1.UnknownValue;
import io.numaresources.finding.FindingCode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Values of a spec that a newer version wrote and this one does not know. Their defaults may be the opposite of what was asked
 * for, so what they govern is left as it is.
 *
 * @param spec the spec
 */
public record UnreadValues(NUMAResourcesOperatorSpec spec) {
    private static final Pattern IN_GROUP = Pattern.compile("nodeGroups\\[(\\d+)]\\..*");
    private static final int MOST_FINDINGS = 10;

    /** Groups with such a value: their objects and nodes are left as they are. */
    public Set<String> groups() {
        return spec.unknownValues().stream()
                .flatMap(value -> group(value).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether there is one outside of the groups, so that nothing at all may be changed. */
    public boolean beyondGroups() {
        return spec.unknownValues().stream().anyMatch(value -> group(value).isEmpty());
    }

    /** One for each value, at most ten. */
    public List<Finding> findings() {
        return spec.unknownValues().stream()
                .limit(MOST_FINDINGS)
                .map(value -> FindingCode.UNKNOWN_VALUE.finding(
                        group(value).orElse(null),
                        "spec.%s is %s, which this version does not know, so %s is left as it is: upgrade the operator, or set a value that it knows"
                                .formatted(
                                        value.path(),
                                        value.value(),
                                        group(value).map(name -> "the group").orElse("everything"))))
                .toList();
    }

    private Optional<String> group(UnknownValue value) {
        var inGroup = IN_GROUP.matcher(value.path());
        return inGroup.matches()
                ? Optional.of(spec.nodeGroups()
                        .get(Integer.parseInt(inGroup.group(1)))
                        .name())
                : Optional.empty();
    }
}
