package io.numaresources.trace;

import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Where spans go. Neither this nor {@link #OFF} names a class of OpenTelemetry, so that none is loaded while traces are off. */
public interface Traces extends AutoCloseable {

    /** Nowhere. */
    Traces OFF = new Traces() {
        @Override
        public <T> T during(Activity activity, Supplier<T> work) {
            return work.get();
        }

        @Override
        public Optional<Interceptor> requests() {
            return Optional.empty();
        }

        @Override
        public <T> Callable<T> carried(Callable<T> work) {
            return work;
        }

        @Override
        public void close() {}
    };

    /** Does some work in a span of its own, a child of the one that is open in this thread. */
    <T> T during(Activity activity, Supplier<T> work);

    /** The same work for another thread, as a part of the span that is open in this one. */
    <T> Callable<T> carried(Callable<T> work);

    /** What makes spans of requests to the API server, where traces are on. */
    Optional<Interceptor> requests();

    /** Sends what is left, within two seconds. */
    @Override
    void close();
}
