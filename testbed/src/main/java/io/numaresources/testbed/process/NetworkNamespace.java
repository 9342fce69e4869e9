package io.numaresources.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A network of its own with a bridge, connected to this host by one interface, so that neither the host's firewall nor its bridges matter.
 * A number distinguishes those of one host. Creating one needs root.
 *
 * @param number 1 to 250; names and addresses are made of it
 */
public record NetworkNamespace(int number) {

    /** Ending of the file, in the folder of a run, that names the run's namespace. */
    static final String MARK = ".netns";

    private static final int NUMBERS = 250;
    private static final String BRIDGE = "machines";
    private static final String UPLINK = "uplink";

    /**
     * Creates one and notes it in the folder.
     *
     * @throws IllegalStateException if it can't be created
     */
    public static NetworkNamespace create(RunFolder folder) {
        var numbers = new ArrayList<>(IntStream.rangeClosed(1, NUMBERS).boxed().toList());
        Collections.shuffle(numbers);
        for (var number : numbers) {
            var candidate = new NetworkNamespace(number);
            if (candidate.claimed(folder)) {
                candidate.connect();
                return candidate;
            }
        }
        throw new IllegalStateException("no network namespace is free: run make clean");
    }

    /** Its name. */
    public String name() {
        return "numaresources-" + number;
    }

    /** The host's address in it; from 198.18.0.0/15, which is kept for test networks (RFC 2544). */
    public String gateway() {
        return address(1);
    }

    /** An address in it, 2 to 254. */
    public String address(int host) {
        return "198.18." + number + "." + host;
    }

    /** Adds an interface for an emulated machine to the bridge. */
    public void addTap(String tap) {
        inside("tuntap", "add", "dev", tap, "mode", "tap");
        inside("link", "set", "dev", tap, "master", BRIDGE);
        inside("link", "set", "dev", tap, "up");
    }

    /** Adds a network namespace for a machine that is a container, with the machine's address; returns its name. */
    public String addContainer(int host) {
        var name = name() + "-" + host;
        var end = "veth" + host;
        Execution.require("ip", "netns", "add", name);
        inside("link", "add", end, "type", "veth", "peer", "name", "eth0", "netns", name);
        inside("link", "set", "dev", end, "master", BRIDGE);
        inside("link", "set", "dev", end, "up");
        within(name, "address", "add", address(host) + "/24", "dev", "eth0");
        within(name, "link", "set", "dev", "eth0", "up");
        within(name, "link", "set", "dev", "lo", "up");
        within(name, "route", "add", "default", "via", gateway());
        return name;
    }

    /** What starts a program inside and then becomes it. */
    public List<String> launcher() {
        return List.of("nsenter", "--net=/run/netns/" + name());
    }

    /** Removes it with all its interfaces, whatever of it there is. */
    public void delete() {
        quietly("ip", "link", "delete", "dev", link());
        containers().forEach(container -> quietly("ip", "netns", "delete", container));
        quietly("ip", "netns", "delete", name());
    }

    private List<String> containers() {
        var names = Path.of("/run/netns").toFile().list((folder, file) -> file.startsWith(name() + "-"));
        return names == null ? List.of() : List.of(names);
    }

    /** Removes the one that a file notes. */
    static void deleteNoted(Path file) {
        try {
            new NetworkNamespace(Integer.parseInt(Files.readString(file).strip())).delete();
        } catch (IOException | NumberFormatException e) {
            // another process cleans the same folder
        }
    }

    /** Only one process succeeds in adding a name. */
    private boolean claimed(RunFolder folder) {
        var added = Execution.of(Duration.ofMinutes(1), List.of("ip", "netns", "add", name()));
        if (!added.succeeded()) {
            if (Files.exists(Path.of("/run/netns", name()))) {
                return false;
            }
            added.requireSuccess();
        }
        if (addressUsed()) {
            delete();
            return false;
        }
        try {
            Files.writeString(folder.file("network" + MARK), String.valueOf(number));
        } catch (IOException e) {
            delete();
            throw new UncheckedIOException(e);
        }
        return true;
    }

    private boolean addressUsed() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .anyMatch(address -> address.getHostAddress().startsWith("198.18." + number + "."));
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void connect() {
        Execution.require("ip", "link", "add", link(), "type", "veth", "peer", "name", UPLINK, "netns", name());
        Execution.require("ip", "address", "add", gateway() + "/24", "dev", link());
        Execution.require("ip", "link", "set", "dev", link(), "up");
        inside("link", "add", BRIDGE, "type", "bridge");
        inside("link", "set", "dev", BRIDGE, "up");
        inside("link", "set", "dev", UPLINK, "master", BRIDGE);
        inside("link", "set", "dev", UPLINK, "up");
    }

    private String link() {
        return "numa-" + number;
    }

    private void inside(String... arguments) {
        within(name(), arguments);
    }

    private static void within(String namespace, String... arguments) {
        var command = new ArrayList<>(List.of("ip", "-netns", namespace));
        command.addAll(List.of(arguments));
        Execution.require(command.toArray(String[]::new));
    }

    private static void quietly(String... command) {
        Execution.of(Duration.ofMinutes(1), List.of(command));
    }
}
