package io.numaresources.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.bin.EmbeddedDBusDaemon;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.exceptions.DBusExecutionException;
import org.freedesktop.dbus.interfaces.Properties;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.UInt64;
import org.freedesktop.dbus.types.Variant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over a real bus, with a systemd at its other end that is made up. */
@Timeout(60)
class BusSystemdTest {
    private static final String UNIT = "/org/freedesktop/systemd1/unit/any";

    @TempDir
    Path directory;

    private EmbeddedDBusDaemon daemon;
    private DBusConnection served;
    private BusSystemd systemd;
    private final List<String> calls = new CopyOnWriteArrayList<>();

    /** Ends each job at once, as its unit's name says. */
    private final class Served implements SystemdBus, Properties {
        private int jobs;

        @Override
        @SuppressWarnings("unchecked")
        public <A> A Get(String type, String name) {
            return (A) GetAll(type).get(name).getValue();
        }

        @Override
        public <A> void Set(String type, String name, A value) {
            throw new DBusExecutionException("read only");
        }

        @Override
        public Map<String, Variant<?>> GetAll(String type) {
            return switch (type) {
                case "org.freedesktop.systemd1.Unit" ->
                    Map.of(
                            "ActiveState", new Variant<>("active"),
                            "SubState", new Variant<>("running"),
                            "NeedDaemonReload", new Variant<>(true));
                case "org.freedesktop.systemd1.Service" ->
                    Map.of(
                            "NRestarts", new Variant<>(new UInt32(4)),
                            "ExecMainStartTimestamp", new Variant<>(new UInt64(1_764_500_000_123_456L)));
                default -> throw new DBusExecutionException("no interface " + type);
            };
        }

        @Override
        public void subscribe() {
            calls.add("Subscribe");
        }

        @Override
        public void reload() {
            calls.add("Reload");
        }

        @Override
        public DBusPath getUnit(String unit) {
            known(unit);
            return new DBusPath(UNIT);
        }

        @Override
        public void resetFailedUnit(String unit) {
            calls.add("ResetFailedUnit " + unit);
            known(unit);
        }

        @Override
        public DBusPath startUnit(String unit, String mode) {
            calls.add("StartUnit " + unit + " " + mode);
            known(unit);
            return job(unit);
        }

        @Override
        public DBusPath stopUnit(String unit, String mode) {
            calls.add("StopUnit " + unit + " " + mode);
            known(unit);
            return job(unit);
        }

        private void known(String unit) {
            if (unit.startsWith("unknown")) {
                throw new DBusExecutionException("Unit " + unit + " not loaded.");
            }
        }

        private DBusPath job(String unit) {
            var path = new DBusPath("/org/freedesktop/systemd1/job/" + ++jobs);
            try {
                if (!unit.startsWith("hanging")) {
                    String result = unit.startsWith("failing") ? "failed" : "done";
                    served.sendMessage(new JobRemoved(SystemdBus.PATH, new UInt32(jobs), path, unit, result));
                }
            } catch (DBusException e) {
                throw new IllegalStateException(e);
            }
            return path;
        }

        @Override
        public String getObjectPath() {
            return SystemdBus.PATH;
        }
    }

    @BeforeEach
    void aBus() throws DBusException {
        String address = "unix:path=" + directory.resolve("bus");
        daemon = new EmbeddedDBusDaemon(address + ",listen=true");
        daemon.startInBackgroundAndWait(30_000);
        served = DBusConnectionBuilder.forAddress(address).withShared(false).build();
        served.requestBusName(SystemdBus.NAME);
        served.exportObject(SystemdBus.PATH, new Served());
        served.exportObject(UNIT, new Served());
        systemd = new BusSystemd(address, Duration.ofSeconds(3));
        calls.clear();
    }

    @AfterEach
    void closed() throws Exception {
        systemd.close();
        served.close();
        daemon.close();
    }

    @Test
    void waitsForTheJob() {
        systemd.stop("kubelet.service");
        systemd.reload();
        systemd.start("kubelet.service");
        assertThat(calls)
                .containsExactly(
                        "StopUnit kubelet.service replace",
                        "Reload",
                        "ResetFailedUnit kubelet.service",
                        "StartUnit kubelet.service replace");
    }

    @Test
    void tellsThatAJobFailed() {
        assertThatThrownBy(() -> systemd.start("failing.service"))
                .isInstanceOf(Systemd.SystemdException.class)
                .hasMessage("start failing.service: failed");
    }

    @Test
    void givesUpOnAJobThatHangs() {
        assertThatThrownBy(() -> systemd.stop("hanging.service"))
                .isInstanceOf(Systemd.SystemdException.class)
                .hasMessage("stop hanging.service: not done after 3 s");
    }

    @Test
    void takesAUnitThatIsNotLoadedForStopped() {
        systemd.stop("unknown.timer");
        assertThatThrownBy(() -> systemd.start("unknown.timer"))
                .isInstanceOf(Systemd.SystemdException.class)
                .hasMessageContaining("not loaded");
    }

    @Test
    void readsTheStateOfAUnitToTheMicrosecond() {
        assertThat(systemd.state("kubelet.service"))
                .hasValue(new UnitState("active", "running", 4, "2025-11-30T10:53:20.123456Z", true));
        assertThat(systemd.state("numaresources-rollback.timer"))
                .as("a timer has no process")
                .hasValue(new UnitState("active", "running", 0, null, true));
        assertThat(systemd.state("unknown.service")).isEmpty();
    }

    @Test
    void saysWhereItLookedForABus() {
        assertThatThrownBy(() -> new BusSystemd("unix:path=" + directory.resolve("none"), Duration.ofSeconds(1)))
                .isInstanceOf(Systemd.SystemdException.class)
                .hasMessageContaining("none");
    }
}
