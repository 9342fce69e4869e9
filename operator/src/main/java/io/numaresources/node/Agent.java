package io.numaresources.node;

import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.api.v1alpha1.NodeAction;
import io.numaresources.kubelet.Layout;
import io.numaresources.node.Ledger.ConflictException;
import io.numaresources.node.Systemd.SystemdException;
import io.numaresources.rollout.Phase;
import io.numaresources.rollout.Step;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the agent's part in a change: what is due by the NUMANode's phase is done and written down, then the operator's part is awaited. It can die at
 * any point; another one goes on.
 */
public final class Agent {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final String RESTORED = "Restored";
    private static final int MOST_FAILURES = 10;

    /** A change is over, or hasn't begun. */
    private static final Set<Phase> OVER = EnumSet.of(
            Phase.PENDING,
            Phase.INSPECTED,
            Phase.PREFLIGHT_PASSED,
            Phase.PREFLIGHT_FAILED,
            Phase.UNCORDONED,
            Phase.SOAKING,
            Phase.CONFIGURED,
            Phase.ROLLED_BACK,
            Phase.BROKEN);

    private final Site site;
    private final Ledger ledger;
    private final Patience patience;
    private final ChangeRequests requests;
    private final NodeReport report;
    private Optional<KubeletInspection> lastKnown = Optional.empty();

    /**
     * Where an agent works.
     *
     * @param host the host
     * @param systemd its systemd
     * @param configz its kubelet's account of its configuration
     * @param podResources its kubelet's account of its CPUs
     * @param kubeletVersion such as v1.34.4
     * @param rollbackAfter how long a changed kubelet may take to prove itself
     * @param clock the time
     */
    public record Site(
            Host host,
            Systemd.Connection systemd,
            Configz configz,
            PodResources podResources,
            String kubeletVersion,
            Duration rollbackAfter,
            InstantSource clock) {}

    /** An agent that hasn't begun. */
    public Agent(Site site, Ledger ledger, Patience patience) {
        this.site = site;
        this.ledger = ledger;
        this.patience = patience;
        requests = new ChangeRequests(site.kubeletVersion(), site.rollbackAfter());
        report = new NodeReport(site.host(), site.kubeletVersion(), site.configz(), site.podResources(), site.clock());
    }

    /** Reads the node into its NUMANode and writes nothing else. */
    public void inspect(Units units) {
        var skew = patience.untilAvailable(ledger::clockSkew);
        while (true) {
            var node = patience.untilAvailable(ledger::read);
            if (node.isEmpty()) {
                LOG.atInfo().log("there is no NUMANode any more");
                return;
            }
            var fields = report.all(node.get(), units, skew);
            if (PhaseFields.phase(node.get()) == Phase.PENDING) {
                fields.putAll(PhaseFields.of(node.get(), Phase.INSPECTED, Optional.empty(), site.clock()));
            }
            if (written(node.get(), fields)) {
                return;
            }
        }
    }

    /**
     * Does what is due and, unless it is to be done once only, waits for what comes next until the change is over. A bus that breaks off, as it may
     * while systemd reads its units anew, is connected to again.
     *
     * @throws SystemdException where systemd fails again and again
     */
    public void change(boolean once) {
        int failures = 0;
        while (true) {
            try (var systemd = site.systemd().open()) {
                take(systemd, once);
                return;
            } catch (SystemdException e) {
                if (once || ++failures > MOST_FAILURES) {
                    throw e;
                }
                LOG.atWarn().addKeyValue("reason", e.getMessage()).log("systemd failed, it is asked again");
                patience.pause(PAUSE);
            }
        }
    }

    private void take(Systemd systemd, boolean once) {
        while (true) {
            var node = patience.untilAvailable(ledger::read);
            if (node.isEmpty() || OVER.contains(PhaseFields.phase(node.get()))) {
                LOG.atInfo().log("the change is over");
                return;
            }
            if (granted(node.get())) {
                turn(node.get(), systemd);
            }
            if (once) {
                return;
            }
            patience.pause(PAUSE);
        }
    }

    /** A spec that this version can't read whole is not acted upon. */
    private static boolean granted(NUMANode node) {
        var action = node.getSpec().action();
        return (action == NodeAction.APPLY || action == NodeAction.ROLLBACK)
                && node.getSpec().unknownValues().isEmpty();
    }

    private void turn(NUMANode node, Systemd systemd) {
        var kubelet = kubelet();
        var page = new Page(ledger, patience, site.clock(), node);
        var change = new NodeChange(site.host(), systemd, kubelet, page);
        page.backsUp(change.files());
        try {
            var phase = advance(page, change, kubelet);
            if (phase == Phase.ROLLING_BACK || phase == Step.VERIFY.from()) {
                observe(page, phase, change, systemd);
            }
        } catch (ConflictException e) {
            LOG.atInfo().addKeyValue("reason", e.getMessage()).log("the NUMANode was changed, it is read anew");
        }
    }

    private Phase advance(Page page, NodeChange change, KubeletInspection kubelet) {
        try {
            return change.advance(PhaseFields.phase(page.node()), () -> requests.of(page.node(), kubelet));
        } catch (SystemdException | UncheckedIOException e) {
            page.tell("restoring the former configuration failed and is tried again: " + e.getMessage());
            throw e;
        }
    }

    /** What the operator decides by. */
    private void observe(Page page, Phase phase, NodeChange change, Systemd systemd) {
        var kubelet = kubelet();
        var unit = kubelet.placement().unit().flatMap(systemd::state);
        var fields = report.kubelet(page.node(), kubelet, unit);
        if (phase == Phase.ROLLING_BACK && change.restored()) {
            fields.put("step", RESTORED);
            KubeletComplaint.find(site.host()).ifPresent(complaint -> fields.put("message", complaint));
        }
        page.write(fields);
    }

    /** While a kubelet starts anew its process can't be seen, which doesn't make it a kubelet of another kind. */
    private KubeletInspection kubelet() {
        var found = new KubeletReader(site.host()).read();
        if (found.placement().layout() == Layout.UNKNOWN && lastKnown.isPresent()) {
            return lastKnown.get();
        }
        lastKnown = Optional.of(found);
        return found;
    }

    private boolean written(NUMANode node, Map<String, @Nullable Object> fields) {
        try {
            patience.untilAvailable(() -> ledger.write(node, fields));
            return true;
        } catch (ConflictException e) {
            return false;
        }
    }
}
