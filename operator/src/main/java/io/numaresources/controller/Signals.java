package io.numaresources.controller;

import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;

/** Turns any news of the cluster into an event of the one NUMAResourcesOperator. Starting it starts the informers. */
final class Signals extends AbstractEventSource<Void, NUMAResourcesOperator> {
    private static final ResourceID THE_ONE = new ResourceID(NUMAResourcesOperator.NAME);

    private final ClusterView view;

    Signals(ClusterView view) {
        super(Void.class, "cluster");
        this.view = view;
    }

    @Override
    public void start() {
        if (!isRunning()) {
            super.start();
            view.start(this::raise);
        }
    }

    @Override
    public void stop() {
        super.stop();
        view.stop();
    }

    @Override
    public java.util.Set<Void> getSecondaryResources(NUMAResourcesOperator primary) {
        return java.util.Set.of();
    }

    private void raise() {
        if (isRunning()) {
            getEventHandler().handleEvent(new Event(THE_ONE));
        }
    }
}
