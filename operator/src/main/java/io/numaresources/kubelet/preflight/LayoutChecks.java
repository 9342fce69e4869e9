package io.numaresources.kubelet.preflight;

import io.numaresources.kubelet.DropIn;
import io.numaresources.kubelet.Layout;
import io.numaresources.kubelet.OwnedFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/** P09 to P11: how the kubelet gets its configuration. */
final class LayoutChecks {
    private LayoutChecks() {}

    /** A map flag replaces the whole map (kubernetes #126584). */
    static List<Violation> flags(Subject subject) {
        var flags = subject.kubelet().flags();
        if (flags.isEmpty()) {
            return List.of(Problem.FLAGS_UNKNOWN.found(
                    "layout %s", subject.kubelet().layout().value()));
        }
        var overriding = new TreeSet<>(flags.get());
        overriding.retainAll(OwnedFields.FLAGS);
        return overriding.isEmpty()
                ? List.of()
                : List.of(Problem.FLAGS_OVERRIDE.found("--%s", String.join(", --", overriding)));
    }

    /** Files are merged in lexical order, those of sub-directories too (server.go, mergeKubeletConfigurations). */
    static List<Violation> dropIns(Subject subject) {
        var found = new ArrayList<Violation>();
        if (!subject.kubelet().dropInDirectory()) {
            found.add(Problem.NO_DROP_IN_DIRECTORY.found(
                    "layout %s, kubelet %s",
                    subject.kubelet().layout().value(), subject.kubelet().version()));
        }
        for (var file : subject.kubelet().otherDropIns()) {
            if (!file.valid()) {
                found.add(Problem.DROP_IN_BROKEN.found("%s", file.name()));
            }
            if (file.name().compareTo(DropIn.FILE_NAME) > 0
                    && !Collections.disjoint(file.fields(), OwnedFields.FIELDS)) {
                var fields = new TreeSet<>(file.fields());
                fields.retainAll(OwnedFields.FIELDS);
                found.add(Problem.DROP_IN_LATER.found("%s sets %s", file.name(), String.join(", ", fields)));
            }
        }
        return found;
    }

    static List<Violation> system(Subject subject) {
        var found = new ArrayList<Violation>();
        subject.host().managedBy().ifPresent(owner -> found.add(Problem.MANAGED.found("%s", owner)));
        if (!subject.host().writable()) {
            found.add(Problem.READ_ONLY.found("the file system is read-only"));
        }
        if (subject.kubelet().layout() == Layout.UNKNOWN) {
            found.add(Problem.LAYOUT_UNKNOWN.found("the kubelet's unit is none of kubeadm, --config-dir, k3s or RKE2"));
        }
        return found;
    }
}
