package io.numaresources.testbed.binaries;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Steps that are reported with the time they take. */
public final class Reported {

    private Reported() {}

    /** Something to be done. */
    public interface Task {
        void run() throws Exception;
    }

    /** Does something that has no result. */
    public static void step(String what, Task task) {
        step(what, () -> {
            task.run();
            return true;
        });
    }

    /** Does something, saying every second how long it has taken. */
    public static <T> T step(String what, Callable<T> task) {
        var step = Progress.standard().begin(what);
        try (var executor = Executors.newSingleThreadExecutor()) {
            var result = executor.submit(task);
            while (true) {
                try {
                    var value = result.get(1, TimeUnit.SECONDS);
                    step.done();
                    return value;
                } catch (TimeoutException e) {
                    step.tick();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            step.failed();
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }
}
