package io.numaresources.guard;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * An owner whose pods are rejected again and again.
 *
 * @param owner the owner
 * @param groups groups of the nodes
 * @param nodes rejected pods by node, within the window
 * @param pods rejected pods within the window; those beyond the ledger's bound aren't counted
 * @param last the newest of them
 */
public record Storm(Owner owner, SortedSet<String> groups, SortedMap<String, Integer> nodes, int pods, Rejection last) {
    private static final int SHOWN = 5;

    /** Groups of the nodes, for a finding. */
    public String group() {
        return String.join(",", groups);
    }

    /**
     * What there is to say to the owner of the pods, with the numbers of the moment.
     *
     * @param schedulers names of the schedulers that know zones
     */
    public String sentence(RejectionRules rules, Set<String> schedulers) {
        var most = nodes.entrySet().stream()
                .sorted((one, other) -> other.getValue() - one.getValue())
                .limit(SHOWN)
                .map(node -> node.getKey() + " " + node.getValue())
                .collect(Collectors.joining(", "));
        return "kubelets rejected %d of its pods in %s with %s, on %s%s; %s"
                .formatted(
                        pods,
                        text(rules),
                        last.cause().reason(),
                        most,
                        nodes.size() > SHOWN ? " and %d more nodes".formatted(nodes.size() - SHOWN) : "",
                        remedy(schedulers));
    }

    /**
     * Findings about some storms: one each for the first ones, one for the rest. They have no number that changes while a storm lasts, as each
     * change would be written to the status.
     *
     * @param schedulers names of the schedulers that know zones
     */
    public static List<Finding> findings(List<Storm> storms, RejectionRules rules, Set<String> schedulers) {
        var findings = new ArrayList<Finding>();
        storms.stream()
                .limit(SHOWN)
                .map(storm -> FindingCode.REJECTION_STORM.finding(
                        storm.group(),
                        "kubelets reject the pods of %s again and again, %d or more in %s, with %s: %s"
                                .formatted(
                                        storm.owner().text(),
                                        rules.stormPods(),
                                        text(rules),
                                        storm.last().cause().reason(),
                                        storm.remedy(schedulers))))
                .forEach(findings::add);
        if (storms.size() > SHOWN) {
            findings.add(
                    FindingCode.REJECTION_STORM.finding("kubelets reject the pods of further owners again and again;"
                            + " the events NUMARejectionStorm name them: kubectl get events -A"
                            + " --field-selector reason=NUMARejectionStorm"));
        }
        return findings;
    }

    private String remedy(Set<String> schedulers) {
        if (schedulers.isEmpty() || schedulers.contains(last.scheduler())) {
            return "%s, or scale it down; kubectl numa explain says what a node lacks"
                    .formatted(last.cause().remedy());
        }
        return "%s doesn't know zones: set schedulerName: %s in the pod template, or scale it down"
                .formatted(
                        last.scheduler(),
                        schedulers.stream().sorted().findFirst().orElseThrow());
    }

    private static String text(RejectionRules rules) {
        // PT2M as the spec writes it
        return rules.window().toString().substring(2).toLowerCase(Locale.ROOT);
    }
}
