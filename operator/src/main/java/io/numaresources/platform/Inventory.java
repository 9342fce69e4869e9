package io.numaresources.platform;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Facts about every object of an informer, by name. Says so when a fact changed, and only then: a heartbeat or a new amount
 * of free memory is not news.
 *
 * @param <T> view of the object
 * @param <F> fact, compared by equals
 */
public final class Inventory<T extends HasMetadata, F> implements ResourceEventHandler<T> {
    private final Map<String, F> facts = new ConcurrentHashMap<>();
    private final Function<T, F> reader;
    private final Runnable changed;

    /**
     * @param reader reads the fact from an object
     * @param changed called after a fact appeared, changed or went, from the informer's thread
     */
    public Inventory(Function<T, F> reader, Runnable changed) {
        this.reader = reader;
        this.changed = changed;
    }

    /** Starts to follow an informer; start it afterwards. */
    public Inventory<T, F> follow(SharedIndexInformer<T> informer) {
        informer.addEventHandler(this);
        return this;
    }

    /** A snapshot. */
    public Collection<F> all() {
        return List.copyOf(facts.values());
    }

    /** Forgets everything, for a kind that is gone. */
    public void clear() {
        facts.clear();
    }

    @Override
    public void onAdd(T object) {
        put(object);
    }

    @Override
    public void onUpdate(T before, T object) {
        put(object);
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
        if (facts.remove(object.getMetadata().getName()) != null) {
            changed.run();
        }
    }

    private void put(T object) {
        F fact = reader.apply(object);
        if (!Objects.equals(facts.put(object.getMetadata().getName(), fact), fact)) {
            changed.run();
        }
    }
}
