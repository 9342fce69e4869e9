package io.numaresources.node;

import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.interfaces.DBusInterface;
import org.freedesktop.dbus.messages.DBusSignal;
import org.freedesktop.dbus.types.UInt32;

/** What is used of org.freedesktop.systemd1.Manager. */
@DBusInterfaceName("org.freedesktop.systemd1.Manager")
public interface SystemdBus extends DBusInterface {
    /** Name and object of systemd on the bus. */
    String NAME = "org.freedesktop.systemd1";

    String PATH = "/org/freedesktop/systemd1";

    /** Asks for signals; without it systemd sends none. */
    @DBusMemberName("Subscribe")
    void subscribe();

    /** daemon-reload. */
    @DBusMemberName("Reload")
    void reload();

    /** The object of a unit that is loaded; an error where it isn't. */
    @DBusMemberName("GetUnit")
    DBusPath getUnit(String unit);

    /** Takes a unit out of the state failed. */
    @DBusMemberName("ResetFailedUnit")
    void resetFailedUnit(String unit);

    /** Returns the job, whose end JobRemoved tells. */
    @DBusMemberName("StartUnit")
    DBusPath startUnit(String unit, String mode);

    /** Returns the job, whose end JobRemoved tells. */
    @DBusMemberName("StopUnit")
    DBusPath stopUnit(String unit, String mode);

    /** A job ended: its result is done, failed, canceled, timeout, dependency or skipped. */
    class JobRemoved extends DBusSignal {
        /** The job. */
        private final String job;

        /** How it ended. */
        private final String result;

        /** As it comes over the bus. */
        public JobRemoved(String path, UInt32 id, DBusPath job, String unit, String result) throws DBusException {
            super(path, id, job, unit, result);
            this.job = job.getPath();
            this.result = result;
        }

        /** Object path of the job. */
        public String job() {
            return job;
        }

        /** How it ended. */
        public String result() {
            return result;
        }
    }
}
