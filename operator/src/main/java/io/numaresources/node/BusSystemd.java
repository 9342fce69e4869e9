package io.numaresources.node;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
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

/** systemd over D-Bus: it needs the system bus' socket and uid 0, but neither a shell nor the host's namespaces. */
public final class BusSystemd implements Systemd, AutoCloseable {
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
        } catch (DBusException | DBusExecutionException e) {
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
        if (loaded(unit)) {
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
        if (loaded(unit)) {
            await("stop " + unit, () -> systemd.stopUnit(unit, "replace"));
        }
    }

    /** GetUnit has one error of its own, NoSuchUnit; the library doesn't tell the names of errors. */
    private boolean loaded(String unit) {
        try {
            systemd.getUnit(unit);
            return true;
        } catch (NotConnected | NoReply e) {
            throw new SystemdException(unit + ": " + e.getMessage(), e);
        } catch (DBusExecutionException e) {
            return false;
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
    public void close() throws IOException {
        try {
            subscription.close();
        } catch (Exception e) {
            throw new IOException("removing the signal handler", e);
        } finally {
            connection.close();
        }
    }
}
