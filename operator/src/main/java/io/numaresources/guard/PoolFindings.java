package io.numaresources.guard;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is to be told of nodes that differ: a finding for each of the first ones, and one for the others. */
public final class PoolFindings {
    private static final int NODES = 5;
    private static final int TRAITS = 6;

    private PoolFindings() {}

    /** The findings about a group. */
    public static List<Finding> of(PoolConsistency pool) {
        var machines = new TreeMap<String, List<PoolConsistency.Difference>>();
        var versions = new TreeMap<String, List<PoolConsistency.Difference>>();
        pool.differences()
                .forEach((node, all) -> all.forEach(
                        difference -> (difference.trait().kind() == Trait.Kind.VERSION ? versions : machines)
                                .computeIfAbsent(node, key -> new ArrayList<>())
                                .add(difference)));
        var findings = new ArrayList<>(of(FindingCode.NODE_DIFFERS, pool.group(), machines));
        findings.addAll(of(FindingCode.NODE_VERSIONS_DIFFER, pool.group(), versions));
        if (!pool.mixed().isEmpty()) {
            findings.add(FindingCode.POOL_MIXED.finding(
                    pool.group(),
                    pool.mixed().entrySet().stream()
                                    .limit(TRAITS)
                                    .map(trait ->
                                            "%s: %s".formatted(trait.getKey().name(), counts(trait.getValue())))
                                    .collect(Collectors.joining("; "))
                            + ". " + FindingCode.POOL_MIXED.remedy()));
        }
        return findings;
    }

    private static List<Finding> of(
            FindingCode code, String group, Map<String, List<PoolConsistency.Difference>> differences) {
        var findings = new ArrayList<Finding>();
        differences.entrySet().stream()
                .limit(NODES)
                .map(entry -> code.finding(
                        group,
                        entry.getKey(),
                        entry.getValue().stream()
                                        .limit(TRAITS)
                                        .map(PoolConsistency.Difference::text)
                                        .collect(Collectors.joining("; "))
                                + ". " + code.remedy()))
                .forEach(findings::add);
        if (differences.size() > NODES) {
            findings.add(code.finding(
                    group,
                    "%d more nodes differ, such as %s: kubectl numa consistency %s lists them all. %s"
                            .formatted(
                                    differences.size() - NODES,
                                    differences.keySet().stream()
                                            .skip(NODES)
                                            .findFirst()
                                            .orElseThrow(),
                                    group,
                                    code.remedy())));
        }
        return findings;
    }

    private static String counts(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .limit(TRAITS)
                .map(count -> "%s on %d".formatted(count.getKey(), count.getValue()))
                .collect(Collectors.joining(", "));
    }
}
