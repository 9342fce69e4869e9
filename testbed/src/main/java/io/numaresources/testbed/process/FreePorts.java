package io.numaresources.testbed.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Loopback ports that nobody listens on. They are taken below the range from which systems number outgoing connections; somebody else can
 * still take one before it is used, so starts are tried again.
 */
public final class FreePorts {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final int TRIES = 1_000;

    private final RandomGenerator random;
    private final Set<Integer> given = new HashSet<>();

    /** Ports in an order that two processes don't share. */
    public FreePorts(RandomGenerator random) {
        this.random = random;
    }

    /** Ports in random order. */
    public FreePorts() {
        this(RandomGenerator.getDefault());
    }

    /** A port not given before. */
    public synchronized int next() {
        for (var i = 0; i < TRIES; i++) {
            var port = random.nextInt(FIRST, LAST);
            if (!given.contains(port) && free(port)) {
                given.add(port);
                return port;
            }
        }
        throw new IllegalStateException("no free port between " + FIRST + " and " + LAST);
    }

    private static boolean free(int port) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
