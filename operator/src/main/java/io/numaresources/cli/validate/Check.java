package io.numaresources.cli.validate;

/** Every check, with an id that stays. P01 to P19 are the pre-flight checks that run on nodes; their results are repeated. */
public enum Check {
    V01("the version of Kubernetes is in the version matrix", "cluster: API Version"),
    V02("the NodeResourceTopology CRD serves v1alpha2"),
    V03("there is a NUMAResourcesOperator"),
    V04("the operator has no findings"),
    V05("some node can be judged", "cluster: worker nodes"),
    V06("the NodeResourceTopology CRD is established"),
    V07("no NodeResourceTopology is stored in a version that other definitions of the CRD don't have"),
    V08("no pod is left that a kubelet rejected for alignment"),
    V10("the kubelet's configuration can be read", "kubelet: configuration"),
    V11("the CPU manager's policy is static", "kubelet: CPU manager policy"),
    V12("the CPU manager reconciles every 1s to 10s", "kubelet: CPU manager reconcile period"),
    V13("CPUs are reserved for the system", "kubelet: configuration CPU"),
    V14("the memory manager's policy is Static", "kubelet: memory manager policy"),
    V15("memory is reserved on NUMA nodes", "kubelet: configuration memory"),
    V16("the topology manager has the wanted policy", "kubelet: topology manager policy"),
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
    V27("each NodeResourceTopology says one thing"),
    V28("each NodeResourceTopology is written in v1alpha2, which has attributes"),
    V29("each NodeResourceTopology has the fingerprint of its pods that the scheduler's cache waits for"),
    V30("the scheduler is ready"),
    V31("the scheduler is not newer than the API server"),
    V32("the updaters are ready, so that they reach the kubelets' sockets"),
    V40("each kubelet runs what the operator asks of it, in every field that it owns"),
    P("the pre-flight checks of the nodes have no findings");

    private final String title;
    private final String deployer;

    Check(String title) {
        this(title, "");
    }

    Check(String title, String deployer) {
        this.title = title;
        this.deployer = deployer;
    }

    /** What holds where nothing is found. */
    public String title() {
        return title;
    }

    /** Area, component and setting under which {@code deployer validate} reports the same; empty where it doesn't. */
    public String deployer() {
        return deployer;
    }
}
