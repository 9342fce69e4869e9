package io.numaresources.node;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.errors.NoReply;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.exceptions.DBusExecutionException;
import org.freedesktop.dbus.exceptions.NotConnected;
import org.freedesktop.dbus.interfaces.Properties;
import org.freedesktop.dbus.types.Variant;

/** systemd over D-Bus: it needs the system bus' socket and uid 0, but neither a shell nor the host's namespaces. */
public final class BusSystemd implements Systemd {
    private static final String UNIT = "org.freedesktop.systemd1.Unit";
    private static final String SERVICE = "org.freedesktop.systemd1.Service";
    private static final long MICROS = 1_000_000;

    private final DBusConnection connection;
    private final SystemdBus systemd;
    private final Duration patience;
    private final Map<String, CompletableFuture<String>> jobs = new ConcurrentHashMap<>();
    private final AutoCloseable subscription;

    /**
     * Connects.
     *
     * @param address of the bus, such as unix:path=/host/run/dbus/system_bus_socket
     * @param patience how long a job may take; stopping a unit takes up to its TimeoutStopSec, 90 s by default
     */
    public BusSystemd(String address, Duration patience) {
        this.patience = patience;
        try {
            connection =
                    DBusConnectionBuilder.forAddress(address).withShared(false).build();
            systemd = connection.getRemoteObject(SystemdBus.NAME, SystemdBus.PATH, SystemdBus.class);
            subscription = connection.addSigHandler(
                    SystemdBus.JobRemoved.class, removed -> job(removed.job()).complete(removed.result()));
            systemd.subscribe();
        } catch (DBusException | RuntimeException e) {
            // the library fails with anything where the bus breaks off, such as for a user that the host doesn't know
            throw new SystemdException("no systemd on " + address + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void reload() {
        try {
            systemd.reload();
        } catch (DBusExecutionException e) {
            throw new SystemdException("daemon-reload: " + e.getMessage(), e);
        }
    }

    @Override
    public void start(String unit) {
        if (find(unit).isPresent()) {
            try {
                systemd.resetFailedUnit(unit);
            } catch (DBusExecutionException e) {
                throw new SystemdException("reset-failed " + unit + ": " + e.getMessage(), e);
            }
        }
        await("start " + unit, () -> systemd.startUnit(unit, "replace"));
    }

    @Override
    public void stop(String unit) {
        if (find(unit).isPresent()) {
            await("stop " + unit, () -> systemd.stopUnit(unit, "replace"));
        }
    }

    @Override
    public Optional<UnitState> state(String unit) {
        return find(unit).map(path -> {
            try {
                var properties = connection.getRemoteObject(SystemdBus.NAME, path.getPath(), Properties.class);
                var common = properties.GetAll(UNIT);
                var service = unit.endsWith(".service") ? properties.GetAll(SERVICE) : Map.<String, Variant<?>>of();
                return new UnitState(
                        value(common, "ActiveState", String.class).orElse("unknown"),
                        value(common, "SubState", String.class).orElse("unknown"),
                        value(service, "NRestarts", Number.class)
                                .map(Number::intValue)
                                .orElse(0),
                        value(service, "ExecMainStartTimestamp", Number.class)
                                .map(Number::longValue)
                                .filter(micros -> micros > 0)
                                .map(micros -> Instant.ofEpochSecond(micros / MICROS, micros % MICROS * 1000)
                                        .toString())
                                .orElse(null),
                        value(common, "NeedDaemonReload", Boolean.class).orElse(false));
            } catch (DBusException | DBusExecutionException e) {
                throw new SystemdException(unit + ": " + e.getMessage(), e);
            }
        });
    }

    private static <T> Optional<T> value(Map<String, Variant<?>> properties, String name, Class<T> type) {
        return Optional.ofNullable(properties.get(name))
                .map(Variant::getValue)
                .filter(type::isInstance)
                .map(type::cast);
    }

    /** GetUnit has one error of its own, NoSuchUnit; the library doesn't tell the names of errors. */
    private Optional<DBusPath> find(String unit) {
        try {
            return Optional.of(systemd.getUnit(unit));
        } catch (NotConnected | NoReply e) {
            throw new SystemdException(unit + ": " + e.getMessage(), e);
        } catch (DBusExecutionException e) {
            return Optional.empty();
        }
    }

    private void await(String what, Supplier<DBusPath> call) {
        String result;
        try {
            String path = call.get().getPath();
            // the signal may have come before the answer
            result = job(path).get(patience.toMillis(), TimeUnit.MILLISECONDS);
            jobs.remove(path);
        } catch (DBusExecutionException e) {
            throw new SystemdException(what + ": " + e.getMessage(), e);
        } catch (TimeoutException e) {
            throw new SystemdException(what + ": not done after " + patience.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new SystemdException(what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SystemdException(what + ": interrupted", e);
        }
        if (!result.equals("done")) {
            throw new SystemdException(what + ": " + result);
        }
    }

    private CompletableFuture<String> job(String path) {
        return jobs.computeIfAbsent(path, any -> new CompletableFuture<>());
    }

    @Override
    public void close() {
        try {
            subscription.close();
            connection.close();
        } catch (Exception e) {
            throw new SystemdException("leaving the bus: " + e.getMessage(), e);
        }
    }
}
