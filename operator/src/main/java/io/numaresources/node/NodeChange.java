package io.numaresources.node;

import io.numaresources.kubelet.DropIn;
import io.numaresources.kubelet.StateFile;
import io.numaresources.node.ChangeDirectory.Mark;
import io.numaresources.node.Systemd.SystemdException;
import io.numaresources.rollout.Event;
import io.numaresources.rollout.NodeMachine;
import io.numaresources.rollout.Phase;
import io.numaresources.rollout.Step;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The agent's steps of a change. Each is idempotent: after a crash at any point they are done again from the phase that was persisted last. */
public final class NodeChange {
    private final Host host;
    private final Systemd systemd;
    private final KubeletInspection kubelet;
    private final ChangeDirectory directory;
    private final RollbackTimer timer;
    private final Journal journal;

    /** Changes the kubelet of this host, whose layout must be known. */
    public NodeChange(Host host, Systemd systemd, KubeletInspection kubelet, Journal journal) {
        this.host = host;
        this.systemd = systemd;
        this.kubelet = kubelet;
        this.journal = journal;
        directory = new ChangeDirectory(host);
        timer = new RollbackTimer(host, systemd);
    }

    /** Where each phase is written down before the next step begins. */
    @FunctionalInterface
    public interface Journal {
        /**
         * Writes a phase down.
         *
         * @param phase the phase that was entered
         * @param reason what went wrong, for a phase that follows a failure
         */
        void entered(Phase phase, Optional<String> reason);
    }

    /**
     * A change.
     *
     * @param hash tells this change from others
     * @param dropIn what to write; absent: nothing of ours is left, which is the original configuration
     * @param moves state files that have to be moved
     * @param rollbackAfter how long the kubelet may take to prove itself
     */
    public record Request(String hash, Optional<DropIn> dropIn, List<StateFile> moves, Duration rollbackAfter) {
        public Request {
            moves = List.copyOf(moves);
        }
    }

    /**
     * Does the steps that are the agent's, until it is somebody else's turn.
     *
     * @param phase the phase that was persisted last
     * @param granted the change; asked for where a step needs it, and a failure of the step where it can't be read
     * @return the last phase; in RollingBack the operator verifies once the former configuration is back
     */
    public Phase advance(Phase phase, Supplier<Request> granted) {
        var now = phase;
        while (true) {
            // in a phase before these the mark is of an earlier change, and the timer's event means nothing
            if (directory.mark(Mark.RESTORING).isPresent()) {
                now = enter(now, new Event.TimerFired(), reason("the kubelet was not verified in time"));
            }
            var step = now.next();
            if (step.filter(due -> due.actor() == Step.Actor.AGENT && due != Step.INSPECT)
                    .isEmpty()) {
                return now;
            }
            if (step.get() == Step.RESTORE) {
                rollBack();
                return now;
            }
            now = take(step.get(), granted);
        }
    }

    /** Whether nothing is left of a change that was rolled back. */
    public boolean restored() {
        return directory.mark(Mark.BACKED_UP).isEmpty()
                || directory.mark(Mark.RESTORED).isPresent();
    }

    /** Files of the host that a change writes or removes, which are those that are backed up. */
    public List<String> files() {
        var files = new ArrayList<String>();
        kubelet.placement().dropIn().ifPresent(files::add);
        kubelet.placement().unitDropIn().ifPresent(file -> files.add(file.path()));
        return files;
    }

    private Phase enter(Phase phase, Event event, Optional<String> reason) {
        var next = NodeMachine.next(phase, event);
        if (next != phase) {
            journal.entered(next, reason);
        }
        return next;
    }

    private Optional<String> reason(String otherwise) {
        return KubeletComplaint.find(host).or(() -> Optional.of(otherwise));
    }

    private Phase take(Step step, Supplier<Request> granted) {
        try {
            var request = granted.get();
            switch (step) {
                case BACK_UP -> backUp(request);
                case ARM -> timer.arm(request.rollbackAfter());
                case APPLY -> apply(request);
                case DISARM -> disarm();
                default -> throw new IllegalStateException(step + " isn't the agent's");
            }
        } catch (SystemdException | UncheckedIOException | IllegalArgumentException e) {
            return enter(step.from(), new Event.Failed(step), Optional.of(step.doing() + ": " + e.getMessage()));
        }
        return enter(step.from(), new Event.Done(step), Optional.empty());
    }

    private boolean isOf(Request request) {
        return directory.mark(Mark.BACKED_UP).filter(request.hash()::equals).isPresent();
    }

    private void backUp(Request request) {
        if (isOf(request) && directory.mark(Mark.RESTORING).isEmpty()) {
            return;
        }
        directory.clear();
        var saved = directory.save(List.copyOf(wanted(request).keySet()));
        DurableFile.write(host.path(RestoreScript.PATH), RestoreScript.of(saved, stateFiles(), unit()));
        directory.set(Mark.BACKED_UP, request.hash());
    }

    /** An agent that died in between may have left no countdown, or one that is nearly over. */
    private void apply(Request request) {
        if (directory.mark(Mark.BEGUN).isEmpty() ? !timer.fresh() : !timer.counting()) {
            timer.arm(request.rollbackAfter());
        }
        if (directory.mark(Mark.APPLIED).filter(request.hash()::equals).isPresent() && written(request)) {
            return;
        }
        directory.set(Mark.BEGUN, request.hash());
        systemd.stop(unit());
        for (StateFile file : request.moves()) {
            String path = statePath(file);
            if (host.exists(path)) {
                DurableFile.copy(host.path(path), host.path(ChangeDirectory.PATH + "/state/" + file.fileName()));
                DurableFile.remove(host.path(path));
            }
        }
        for (var file : wanted(request).entrySet()) {
            var path = host.path(file.getKey());
            file.getValue().ifPresentOrElse(text -> DurableFile.write(path, text), () -> DurableFile.remove(path));
        }
        systemd.reload();
        systemd.start(unit());
        directory.set(Mark.APPLIED, request.hash());
    }

    /** The timer may have fired in the last moment. */
    private void disarm() {
        timer.disarm();
        if (directory.mark(Mark.RESTORING).isPresent()) {
            throw new SystemdException("the rollback has begun");
        }
    }

    /** Texts by path; absent: the file is removed. */
    private Map<String, Optional<String>> wanted(Request request) {
        var files = new LinkedHashMap<String, Optional<String>>();
        files.put(
                kubelet.placement().dropIn().orElseThrow(NodeChange::unknownLayout),
                request.dropIn().map(DropIn::text));
        kubelet.placement()
                .unitDropIn()
                .ifPresent(file -> files.put(file.path(), request.dropIn().map(dropIn -> file.text())));
        return files;
    }

    /** Whether the files are as they should be; somebody may have changed them since. */
    private boolean written(Request request) {
        return wanted(request).entrySet().stream()
                .allMatch(
                        file -> host.text(file.getKey()).equals(file.getValue().map(String::strip)));
    }

    /**
     * The script is the only way back, so that the timer and the agent can't differ. Where the timer has started it, its end is awaited at the next
     * turn: its unit's file is gone before it ends, so it can't be started a second time meanwhile.
     *
     * @throws SystemdException where it fails; it can be tried again
     */
    private void rollBack() {
        if (!restored() && !timer.restoring()) {
            timer.arm(Duration.ofHours(1));
            systemd.start(RollbackTimer.SERVICE);
            systemd.stop(RollbackTimer.TIMER);
        }
    }

    private String unit() {
        return kubelet.placement().unit().orElseThrow(NodeChange::unknownLayout);
    }

    private List<String> stateFiles() {
        return Arrays.stream(StateFile.values()).map(this::statePath).toList();
    }

    private String statePath(StateFile file) {
        return kubelet.rootDirectory() + "/" + file.fileName();
    }

    private static IllegalArgumentException unknownLayout() {
        return new IllegalArgumentException("the kubelet is started in none of the known ways");
    }
}
