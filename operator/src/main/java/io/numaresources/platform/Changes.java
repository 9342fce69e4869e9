package io.numaresources.platform;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;

/** Says that something of an informer changed, whatever it is. */
record Changes<T>(Runnable changed) implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {
        changed.run();
    }

    @Override
    public void onUpdate(T before, T object) {
        changed.run();
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
        changed.run();
    }
}
