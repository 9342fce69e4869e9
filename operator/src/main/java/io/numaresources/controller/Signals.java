package io.numaresources.controller;

import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.numaresources.api.v1alpha1.NUMAResourcesOperator;

/** Turns any news of the cluster into an event of the one NUMAResourcesOperator. Starting it starts the informers. */
final class Signals extends AbstractEventSource<Void, NUMAResourcesOperator> {
    private static final ResourceID THE_ONE = new ResourceID(NUMAResourcesOperator.NAME);

    private final ClusterView view;
    private final Runnable stopping;

    /**
     * @param stopping called when the operator ends
     */
    Signals(ClusterView view, Runnable stopping) {
        super(Void.class, "cluster");
        this.view = view;
        this.stopping = stopping;
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
        stopping.run();
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
