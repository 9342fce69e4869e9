package io.numaresources.testbed;

import io.numaresources.testbed.binaries.Binaries;
import io.numaresources.testbed.binaries.Program;
import io.numaresources.testbed.process.Command;
import io.numaresources.testbed.process.FreePorts;
import io.numaresources.testbed.process.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** The command lines of the control plane; all listen on loopback only, but for an API server that is told another address. */
final class Components {

    private static final String LOOPBACK = "127.0.0.1";

    private final Binaries binaries;
    private final RunFolder folder;
    private final FreePorts ports;
    private final String address;
    private final int etcdPort;
    private final int apiPort;

    Components(Binaries binaries, RunFolder folder, FreePorts ports, Optional<String> address) {
        this.binaries = binaries;
        this.folder = folder;
        this.ports = ports;
        this.address = address.orElse(LOOPBACK);
        this.etcdPort = ports.next();
        this.apiPort = ports.next();
    }

    int etcdPort() {
        return etcdPort;
    }

    String server() {
        return "https://" + address + ":" + apiPort;
    }

    Command etcd() {
        var peer = url(ports.next());
        var client = url(etcdPort);
        return Command.of(
                "etcd",
                binaries.get(Program.ETCD),
                "--data-dir=etcd-" + etcdPort,
                "--unsafe-no-fsync",
                "--quota-backend-bytes=4294967296",
                "--log-level=warn",
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer);
    }

    Command apiServer(String version, List<String> more) {
        return Command.of(
                        "kube-apiserver",
                        binaries.apiServer(version),
                        "--etcd-servers=" + url(etcdPort),
                        "--bind-address=" + address,
                        "--advertise-address=" + address,
                        "--secure-port=" + apiPort,
                        "--cert-dir=pki",
                        "--token-auth-file=tokens.csv",
                        "--service-account-key-file=sa.pub",
                        "--service-account-signing-key-file=sa.key",
                        "--service-account-issuer=https://kubernetes.default.svc",
                        "--authorization-mode=Node,RBAC",
                        "--service-cluster-ip-range=10.0.0.0/24",
                        "--allow-privileged=true",
                        "--endpoint-reconciler-type=none",
                        "--kubelet-preferred-address-types=InternalIP",
                        "--audit-policy-file=audit-policy.yaml",
                        "--audit-log-path=audit.log",
                        "--audit-log-maxsize=4000")
                .with(more);
    }

    /** With a long grace period for nodes, since simulated ones renew their leases slowly, and generous client limits. */
    Command controllerManager(List<String> more) {
        return Command.of(
                        "kube-controller-manager",
                        binaries.get(Program.KUBE_CONTROLLER_MANAGER),
                        "--kubeconfig=kubeconfig",
                        "--service-account-private-key-file=sa.key",
                        "--root-ca-file=pki/apiserver.crt",
                        "--use-service-account-credentials=true",
                        "--leader-elect=false",
                        "--kube-api-qps=300",
                        "--kube-api-burst=600",
                        "--node-monitor-grace-period=2h")
                .with(serving("kube-controller-manager"))
                .with(more);
    }

    /** The default scheduler: the binary with the NUMA plugin, in a configuration without it. */
    Command scheduler() {
        try {
            Files.writeString(folder.file("scheduler.yaml"), """
                    apiVersion: kubescheduler.config.k8s.io/v1
                    kind: KubeSchedulerConfiguration
                    leaderElection: {leaderElect: false}
                    clientConnection: {kubeconfig: kubeconfig, qps: 300, burst: 600}
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Command.of("kube-scheduler", binaries.get(Program.KUBE_SCHEDULER), "--config=scheduler.yaml")
                .with(serving("kube-scheduler"));
    }

    Command kwok() {
        var port = ports.next();
        return Command.of(
                "kwok",
                binaries.get(Program.KWOK),
                "--config=kwok.yaml",
                "--kubeconfig=kubeconfig",
                "--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake",
                "--node-lease-duration-seconds=1200",
                "--node-ip=" + LOOPBACK,
                "--node-port=" + port,
                "--server-address=" + LOOPBACK + ":" + port);
    }

    Command simnode() {
        return Command.of(
                "simnode",
                binaries.get(Program.SIMNODE),
                "--kubeconfig=kubeconfig",
                "--machines=machines",
                "--listen=" + LOOPBACK + ":" + ports.next());
    }

    private List<String> serving(String name) {
        return List.of(
                "--bind-address=" + LOOPBACK,
                "--secure-port=" + ports.next(),
                "--cert-dir=pki-" + name,
                "--authentication-kubeconfig=kubeconfig",
                "--authorization-kubeconfig=kubeconfig");
    }

    private static String url(int port) {
        return "http://" + LOOPBACK + ":" + port;
    }
}
