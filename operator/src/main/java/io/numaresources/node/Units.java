package io.numaresources.node;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.numaresources.node.Systemd.SystemdException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What can be known of a node without root: its units, and what lies in /run. An inspection hands it from its first container to its second in a file.
 *
 * @param bus whether systemd answers
 * @param rebootPending whether the system asks for a reboot
 * @param states of the units that may run a kubelet, those that are loaded
 */
public record Units(boolean bus, boolean rebootPending, Map<String, UnitState> states) {
    private static final Logger LOG = LoggerFactory.getLogger(Units.class);

    /** Every unit that a known layout starts its kubelet with. */
    private static final List<String> NAMES =
            List.of("kubelet.service", "k3s.service", "k3s-agent.service", "rke2-server.service", "rke2-agent.service");

    public Units {
        states = Map.copyOf(states);
    }

    /** Reads them; a systemd that doesn't answer is a fact, too. */
    public static Units read(Host host, Systemd.Connection connection) {
        var states = new TreeMap<String, UnitState>();
        boolean bus = false;
        try (var systemd = connection.open()) {
            for (String name : NAMES) {
                systemd.state(name).ifPresent(state -> states.put(name, state));
            }
            bus = true;
        } catch (SystemdException e) {
            LOG.atWarn().addKeyValue("reason", e.getMessage()).log("systemd does not answer");
        }
        return new Units(bus, host.exists("/run/reboot-required"), states);
    }

    /** The unit that runs the kubelet. */
    public Optional<UnitState> of(Placement placement) {
        return placement.unit().map(states::get);
    }

    /** Writes them for the next container. */
    public void write(Path file) {
        try {
            Files.writeString(file, Serialization.asJson(this));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads what the container before has written. */
    public static Units from(Path file) {
        try {
            return Serialization.unmarshal(Files.readString(file), Units.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
