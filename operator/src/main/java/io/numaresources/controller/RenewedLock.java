package io.numaresources.controller;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;

/** The lock of the leader election, which tells each time that it was taken or renewed: the elector itself tells only that it leads. */
final class RenewedLock implements Lock {
    private final Lock lock;
    private final Tenure tenure;

    /**
     * @param lock that is asked
     * @param tenure that is told
     */
    RenewedLock(Lock lock, Tenure tenure) {
        this.lock = lock;
        this.tenure = tenure;
    }

    @Override
    public LeaderElectionRecord get(KubernetesClient client) {
        return lock.get(client);
    }

    @Override
    public void create(KubernetesClient client, LeaderElectionRecord next) {
        lock.create(client, next);
        written(next);
    }

    @Override
    public void update(KubernetesClient client, LeaderElectionRecord next) {
        lock.update(client, next);
        written(next);
    }

    @Override
    public String identity() {
        return lock.identity();
    }

    @Override
    public String describe() {
        return lock.describe();
    }

    private void written(LeaderElectionRecord next) {
        if (lock.identity().equals(next.getHolderIdentity())) {
            tenure.renewed(next.getRenewTime().toInstant());
        } else {
            tenure.end();
        }
    }
}
