package io.numaresources.testbed.machine;

import io.numaresources.testbed.process.NetworkNamespace;
import io.numaresources.testbed.process.RunFolder;

/** What machines are made of. */
interface Hardware {

    /** What is said of it while machines start. */
    String description();

    /** Starts a machine; its kubelet joins later. */
    Machine start(MachineSpec spec, int host, Site site);

    /**
     * Where machines run.
     *
     * @param folder folder of the run
     * @param network their network
     * @param seed what makes them Nodes
     */
    record Site(RunFolder folder, NetworkNamespace network, Seed seed) {
        SecureShell shell(MachineSpec spec, int host) {
            return new SecureShell(spec.name(), network.address(host), folder.path());
        }
    }
}
