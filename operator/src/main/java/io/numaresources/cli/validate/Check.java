package io.numaresources.cli.validate;

/** Every check, with an id that stays. P01 to P19 are the pre-flight checks that run on nodes; their results are repeated. */
public enum Check {
    V01("the version of Kubernetes is in the version matrix"),
    V02("the NodeResourceTopology CRD serves v1alpha2"),
    V03("there is a NUMAResourcesOperator"),
    V04("the operator has no findings"),
    V05("some node can be judged"),
    V10("the kubelet's configuration can be read"),
    V11("the CPU manager's policy is static"),
    V12("the CPU manager reconciles every 1s to 10s"),
    V13("CPUs are reserved for the system"),
    V14("the memory manager's policy is Static"),
    V15("memory is reserved on NUMA nodes"),
    V16("the topology manager has the wanted policy"),
    V17("the topology manager has the wanted scope"),
    V18("reservedMemory is the sum of kubeReserved, systemReserved and evictionHard"),
    V19("more than 8 NUMA nodes are allowed where there are more"),
    V20("each node publishes a NodeResourceTopology"),
    V21("each NodeResourceTopology can be read"),
    V22("each NodeResourceTopology says what its kubelet runs"),
    V23("each NodeResourceTopology has CPUs and memory in its zones"),
    V24("each NodeResourceTopology has one writer"),
    V25("each NodeResourceTopology has a node"),
    V26("the nodes of a group have the same zones"),
    V30("the scheduler is ready"),
    V31("the scheduler is not newer than the API server"),
    P("the pre-flight checks of the nodes have no findings");

    private final String title;

    Check(String title) {
        this.title = title;
    }

    /** What holds where nothing is found. */
    public String title() {
        return title;
    }
}
