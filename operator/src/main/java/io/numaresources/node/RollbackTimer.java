package io.numaresources.node;

import io.numaresources.node.Systemd.SystemdException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The dead man's switch: a timer of the host's systemd that runs the restore script. Its unit files lie in /etc, not in /run as those of a transient
 * timer, so that a machine that is reset in the middle of a change counts down again after it has booted.
 */
final class RollbackTimer {
    static final String SERVICE = "numaresources-rollback.service";
    static final String TIMER = "numaresources-rollback.timer";
    private static final String UNITS = "/etc/systemd/system/";
    private static final String LINK = UNITS + "timers.target.wants/" + TIMER;

    /** Everything that it consists of, the link first: without it a boot starts nothing. */
    static final List<String> FILES = List.of(LINK, UNITS + TIMER, UNITS + SERVICE);

    private static final Duration FRESH = Duration.ofSeconds(10);

    private final Host host;
    private final Systemd systemd;
    private long armedAt;
    private boolean armed;

    RollbackTimer(Host host, Systemd systemd) {
        this.host = host;
        this.systemd = systemd;
    }

    /**
     * Starts to count down, anew where it was counting already.
     *
     * @throws SystemdException where the time is over and the restore has begun
     */
    void arm(Duration delay) {
        systemd.stop(TIMER);
        if (restoring()) {
            throw new SystemdException("the rollback has begun");
        }
        DurableFile.write(host.path(UNITS + SERVICE), """
                # Written by numaresources-operator.
                [Unit]
                Description=Restore the kubelet configuration that ran before numaresources-operator changed it
                [Service]
                Type=oneshot
                ExecStart=/bin/sh %s
                """.formatted(RestoreScript.PATH));
        DurableFile.write(host.path(UNITS + TIMER), """
                # Written by numaresources-operator.
                [Unit]
                Description=Restores the kubelet configuration unless it is verified in time
                [Timer]
                OnActiveSec=%ds
                AccuracySec=1s
                [Install]
                WantedBy=timers.target
                """.formatted(delay.toSeconds()));
        link(host.path(LINK));
        systemd.reload();
        systemd.start(TIMER);
        armedAt = System.nanoTime();
        armed = true;
    }

    /** Whether this agent armed it just now, so that nearly all of its time is left. */
    boolean fresh() {
        return armed && System.nanoTime() - armedAt < FRESH.toNanos();
    }

    /** Whether it counts down. */
    boolean counting() {
        return systemd.state(TIMER)
                .filter(state -> state.sub().equals("waiting"))
                .isPresent();
    }

    /** Whether the restore runs at this moment. */
    boolean restoring() {
        return systemd.state(SERVICE).filter(UnitState::running).isPresent();
    }

    /** Stops the countdown; a restore that has begun goes on. */
    void disarm() {
        systemd.stop(TIMER);
        for (String file : FILES) {
            DurableFile.remove(host.path(file));
        }
        systemd.reload();
    }

    private static void link(Path link) {
        try {
            Files.createDirectories(link.getParent());
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, Path.of("..", TIMER));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
