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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The agent's steps of a change. Each is idempotent: after a crash at any point they are done again from the phase that was persisted last. */
public final class NodeChange {
    private final Host host;
    private final Systemd systemd;
    private final KubeletInspection kubelet;
    private final ChangeDirectory directory;
    private final RollbackTimer timer;

    /** Changes the kubelet of this host, whose layout must be known. */
    public NodeChange(Host host, Systemd systemd, KubeletInspection kubelet) {
        this.host = host;
        this.systemd = systemd;
        this.kubelet = kubelet;
        directory = new ChangeDirectory(host);
        timer = new RollbackTimer(host, systemd);
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
     * @param request the change that was granted
     * @param persist called with each new phase before the next step begins
     * @return the last phase; in RollingBack the former configuration is back, and the operator verifies it
     */
    public Phase advance(Phase phase, Request request, Consumer<Phase> persist) {
        var now = phase;
        while (true) {
            if (directory.mark(Mark.RESTORING).isPresent() && isOf(request)) {
                now = enter(now, new Event.TimerFired(), persist);
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
            now = enter(now, outcome(step.get(), request), persist);
        }
    }

    private static Phase enter(Phase phase, Event event, Consumer<Phase> persist) {
        var next = NodeMachine.next(phase, event);
        if (next != phase) {
            persist.accept(next);
        }
        return next;
    }

    private Event outcome(Step step, Request request) {
        try {
            switch (step) {
                case BACK_UP -> backUp(request);
                case ARM -> timer.arm(request.rollbackAfter());
                case APPLY -> apply(request);
                case DISARM -> disarm();
                default -> throw new IllegalArgumentException(step + " isn't the agent's");
            }
            return new Event.Done(step);
        } catch (SystemdException | UncheckedIOException e) {
            return new Event.Failed(step);
        }
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

    private void apply(Request request) {
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
        files.put(kubelet.placement().dropIn().orElseThrow(), request.dropIn().map(DropIn::text));
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

    /** The script is the only way back, so that the timer and the agent can't differ. */
    private void rollBack() {
        if (directory.mark(Mark.BACKED_UP).isPresent()
                && directory.mark(Mark.RESTORED).isEmpty()) {
            timer.arm(Duration.ofHours(1));
            systemd.start(RollbackTimer.SERVICE);
            systemd.stop(RollbackTimer.TIMER);
        }
    }

    private String unit() {
        return kubelet.placement().unit().orElseThrow();
    }

    private List<String> stateFiles() {
        return Arrays.stream(StateFile.values()).map(this::statePath).toList();
    }

    private String statePath(StateFile file) {
        return kubelet.rootDirectory() + "/" + file.fileName();
    }
}
