package io.numaresources.controller;

import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.numaresources.api.v1alpha1.NUMANode;
import java.util.Set;

/** Turns news of agents and plans into events of NUMANodes. It is started once the cache of NUMANodes is filled, and says so. */
final class FleetSignals extends AbstractEventSource<Void, NUMANode> {
    private final Fleet fleet;
    private final AgentWork agents;
    private final Cache<NUMANode> cache;

    FleetSignals(Fleet fleet, AgentWork agents, Cache<NUMANode> cache) {
        super(Void.class, "fleet");
        this.fleet = fleet;
        this.agents = agents;
        this.cache = cache;
    }

    @Override
    public void start() {
        if (!isRunning()) {
            super.start();
            agents.start(this::raise);
            fleet.open(cache, this::raise);
        }
    }

    @Override
    public void stop() {
        super.stop();
        agents.stop();
    }

    @Override
    public Set<Void> getSecondaryResources(NUMANode primary) {
        return Set.of();
    }

    private void raise(String node) {
        if (isRunning()) {
            getEventHandler().handleEvent(new Event(new ResourceID(node)));
        }
    }
}
