package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A systemd that knows the kubelet and the rollback, and can die at any call. The restore script is run by the real shell; its systemctl writes down
 * what it is asked.
 */
final class MadeUpSystemd implements Systemd {
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    final List<String> calls = new ArrayList<>();
    final Map<String, Boolean> running = new TreeMap<>(Map.of("kubelet.service", true));
    private final Host host;
    int crashAt = Integer.MAX_VALUE;
    String failing = "";
    Runnable onStop = () -> {};
    Runnable onCall = () -> {};

    MadeUpSystemd(Host host) {
        this.host = host;
    }

    @Override
    public void reload() {
        call("reload");
    }

    @Override
    public void start(String unit) {
        call("start " + unit);
        if (unit.equals(RollbackTimer.SERVICE)) {
            restore();
        } else {
            running.put(unit, true);
        }
    }

    @Override
    public void stop(String unit) {
        call("stop " + unit);
        running.put(unit, false);
        onStop.run();
    }

    @Override
    public Optional<UnitState> state(String unit) {
        boolean runs = running.getOrDefault(unit, false);
        return Optional.of(new UnitState(
                runs ? "active" : "inactive",
                runs && unit.equals(RollbackTimer.TIMER) ? "waiting" : runs ? "running" : "dead",
                0,
                runs ? "2026-11-30T10:00:00.123456Z" : null,
                false));
    }

    @Override
    public void close() {}

    private void call(String call) {
        onCall.run();
        if (calls.size() == crashAt) {
            throw new Crash();
        }
        calls.add(call);
        if (call.equals(failing)) {
            throw new SystemdException("job failed: " + call);
        }
    }

    boolean armed() {
        return running.getOrDefault(RollbackTimer.TIMER, false);
    }

    /** The timer's time is over. */
    void elapse() {
        if (armed()) {
            running.put(RollbackTimer.TIMER, false);
            restore();
        }
    }

    /** A reset: what is enabled starts. */
    void reset() {
        running.clear();
        running.put("kubelet.service", true);
        if (Files.exists(host.path("/etc/systemd/system/timers.target.wants/" + RollbackTimer.TIMER))) {
            running.put(RollbackTimer.TIMER, true);
        }
    }

    private void restore() {
        try {
            var systemctl = host.path("/made-up/bin/systemctl");
            Files.createDirectories(systemctl.getParent());
            Files.writeString(systemctl, "#!/bin/sh\necho \"$@\" >>" + host.path("/made-up/calls") + "\n");
            assertThat(systemctl.toFile().setExecutable(true)).isTrue();
            var process =
                    new ProcessBuilder("/bin/sh", host.path(RestoreScript.PATH).toString());
            process.environment().put("NUMARESOURCES_ROOT", host.root().toString());
            process.environment().merge("PATH", systemctl.getParent().toString(), (old, own) -> own + ":" + old);
            var output = process.redirectErrorStream(true).start();
            String text = new String(output.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(output.waitFor()).as(text).isZero();
            assertThat(text).isEmpty();
            Files.readAllLines(Path.of(host.path("/made-up/calls").toString())).forEach(this::follow);
            Files.delete(host.path("/made-up/calls"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void follow(String command) {
        calls.add("systemctl " + command);
        String[] words = command.split(" ");
        if (words[0].equals("start") || words[0].equals("stop")) {
            running.put(words[1], words[0].equals("start"));
        }
    }
}
