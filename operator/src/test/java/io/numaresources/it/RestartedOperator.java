package io.numaresources.it;

import io.numaresources.testbed.bench.ProcessFigures;
import io.numaresources.testbed.operator.OperatorProcess;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** An operator that is started again whenever it ends, as a kubelet does, but at once. */
final class RestartedOperator implements AutoCloseable {
    private final Supplier<OperatorProcess> start;
    private final AtomicInteger starts = new AtomicInteger(1);
    private final Thread keeper;
    private volatile OperatorProcess current;
    private volatile boolean closed;

    /** Starts it and waits until it is ready. */
    RestartedOperator(Supplier<OperatorProcess> start) {
        this.start = start;
        current = start.get();
        current.awaitReady();
        keeper = Thread.ofVirtual().start(this::keep);
    }

    /** SIGKILL. */
    void kill() {
        current.kill();
    }

    /** The process now. */
    OperatorProcess current() {
        return current;
    }

    /** How often it was started. */
    int starts() {
        return starts.get();
    }

    /** What it takes of memory now, in MiB, mapped files included. */
    double residentMebibytes() {
        return new ProcessFigures(current.process().pid()).residentMebibytes();
    }

    /** What it logged in all its lives. */
    String log() {
        return current.log().text();
    }

    @Override
    public void close() {
        closed = true;
        synchronized (this) {
            current.close();
        }
        try {
            keeper.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void keep() {
        while (!closed) {
            current.process().onExit().join();
            synchronized (this) {
                if (!closed) {
                    starts.incrementAndGet();
                    current = start.get();
                }
            }
        }
    }
}
