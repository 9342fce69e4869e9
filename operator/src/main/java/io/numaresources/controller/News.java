package io.numaresources.controller;

import io.numaresources.api.v1alpha1.Finding;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;
import io.numaresources.api.v1alpha1.Severity;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Says each thing once: events for what a pass changed and for findings that are new. */
final class News {
    private final EventEmitter events;
    private Set<String> told = Set.of();
    private boolean installed;

    News(EventEmitter events) {
        this.events = events;
    }

    synchronized void changed(NUMAResourcesOperator about, ObjectWriter.Changes changes, boolean schedulerRestarted) {
        if (schedulerRestarted) {
            events.normal(
                    about,
                    "SchedulerRestarted",
                    "the scheduler is restarted, because it would not see new or changed NodeResourceTopologies");
        }
        boolean onlyScheduler = schedulerRestarted
                && changes.created().isEmpty()
                && changes.deleted().isEmpty()
                && changes.updated().size() == 1;
        if (!changes.none() && !onlyScheduler) {
            boolean first = !installed && changes.updated().isEmpty();
            events.normal(about, first ? "Installed" : "Updated", String.join(", ", changes.texts()));
        }
        installed = true;
    }

    synchronized void found(NUMAResourcesOperator about, List<Finding> findings) {
        findings.stream()
                .filter(finding -> finding.severity() != Severity.INFO && !told.contains(key(finding)))
                .limit(10)
                .forEach(finding -> events.warning(about, finding.code(), finding.message()));
        told = findings.stream().map(News::key).collect(Collectors.toSet());
    }

    private static String key(Finding finding) {
        return finding.code() + "/" + finding.group() + "/" + finding.node();
    }
}
