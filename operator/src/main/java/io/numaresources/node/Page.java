package io.numaresources.node;

import io.numaresources.api.v1alpha1.NUMANode;
import io.numaresources.node.Ledger.ConflictException;
import io.numaresources.node.Ledger.UnavailableException;
import io.numaresources.rollout.Phase;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The NUMANode as it was read or written last, into which an agent writes during its turn. */
final class Page implements NodeChange.Journal {
    private static final Logger LOG = LoggerFactory.getLogger(Page.class);

    private final Ledger ledger;
    private final Patience patience;
    private final InstantSource clock;
    private NUMANode node;
    private List<String> files = List.of();

    Page(Ledger ledger, Patience patience, InstantSource clock, NUMANode node) {
        this.ledger = ledger;
        this.patience = patience;
        this.clock = clock;
        this.node = node;
    }

    NUMANode node() {
        return node;
    }

    /** Files of the host that a backup holds. */
    void backsUp(List<String> paths) {
        files = List.copyOf(paths);
    }

    /**
     * Writes a phase down, however long the API server is away.
     *
     * @throws ConflictException where the operator has decided otherwise in the meantime
     */
    @Override
    public void entered(Phase phase, Optional<String> reason) {
        var before = PhaseFields.phase(node);
        while (true) {
            var fields = PhaseFields.of(node, phase, reason, clock);
            if (phase == Phase.BACKED_UP) {
                fields.put("backedUp", files);
            }
            try {
                node = patience.untilAvailable(() -> ledger.write(node, fields));
                LOG.atInfo()
                        .addKeyValue("node", node.getMetadata().getName())
                        .addKeyValue("phase", phase.value())
                        .addKeyValue("reason", reason.orElse(""))
                        .log("phase entered");
                return;
            } catch (ConflictException e) {
                node = patience.untilAvailable(ledger::read).orElseThrow(() -> e);
            }
            var now = PhaseFields.phase(node);
            if (now == phase) {
                // the answer to a write of ours was lost
                return;
            }
            if (now != before) {
                throw new ConflictException("it is in phase " + now.value() + ", no longer in " + before.value());
            }
        }
    }

    /** Writes what was observed; a conflict passes, since it is observed again. */
    void write(Map<String, @Nullable Object> fields) {
        node = patience.untilAvailable(() -> ledger.write(node, fields));
    }

    /** Tells people what is wrong, if the API server is there. */
    void tell(String message) {
        try {
            node = ledger.write(node, Map.of("message", message));
        } catch (ConflictException | UnavailableException e) {
            LOG.atWarn().addKeyValue("reason", e.getMessage()).log(message);
        }
    }
}
