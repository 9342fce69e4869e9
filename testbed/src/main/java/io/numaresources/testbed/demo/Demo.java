package io.numaresources.testbed.demo;

import io.numaresources.testbed.binaries.RepositoryRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what the operator does. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Installs the operator and shows one Deployment with the default and with the NUMA scheduler,"
                + " on a control plane of its own or in the cluster that KUBECONFIG names.")
public final class Demo implements Callable<Integer> {

    private static final int MOST_MACHINES = 3;

    private final Map<String, String> environment = System.getenv();

    @Option(names = "--once", description = "End after the last step instead of keeping the cluster until Ctrl-C.")
    private boolean once;

    @Option(names = "--yes", description = "Do not ask before changing a cluster that is not a testbed.")
    private boolean yes;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Write what was shown: .cast is an asciicast, .svg a picture, anything else plain text;"
                    + " may be repeated.")
    private List<Path> recordings = new ArrayList<>();

    @Option(
            names = "--stand-in",
            paramLabel = "FILE",
            hidden = true,
            description = "Apply an updater, then a scheduler, instead of starting the operator.")
    private List<Path> standIn = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException, IOException {
        var recording = new Recording(InstantSource.system());
        var screen = new Screen(List.of(TerminalSink.standard(environment), recording), InstantSource.system());
        try (var cluster = cluster(screen)) {
            play(cluster, screen);
            for (var file : recordings) {
                recording.write(file);
            }
            if (!once) {
                screen.line("");
                screen.line(Style.DIM.of("The cluster stays until Ctrl-C."));
                keep(cluster);
            }
        }
        return 0;
    }

    private Cluster cluster(Screen screen) {
        var kubeconfig = environment.getOrDefault("KUBECONFIG", "");
        screen.line(Style.BOLD.of("NUMA-aware scheduling from one custom resource"));
        screen.chapter("A cluster");
        if (kubeconfig.isEmpty()) {
            return own(screen);
        }
        var existing = ExistingCluster.connect(kubeconfig);
        if (!yes && !existing.isTestbed() && !Consent.given(existing.address())) {
            existing.close();
            throw new IllegalStateException("nothing was changed in " + existing.address());
        }
        screen.say("The cluster at " + existing.address() + ".");
        if (existing.isTestbed()) {
            existing.labelSimulatedNodes();
        }
        return existing;
    }

    private static OwnCluster own(Screen screen) {
        screen.say("A real control plane, and nodes whose hardware is simulated: what their kubelets decide, the"
                + " kubelet's own code decides.");
        var started = new ArrayList<OwnCluster>();
        screen.run("Control plane", () -> {
            started.add(OwnCluster.start());
            return "etcd, kube-apiserver, controller manager, scheduler";
        });
        var own = started.getFirst();
        screen.run("Nodes", own::createNodes);
        return own;
    }

    private void play(Cluster cluster, Screen screen) {
        if (standIn.isEmpty()) {
            var installation = new Installation(cluster, screen, RepositoryRoot.find());
            screen.chapter("The operator");
            installation.operator();
            screen.chapter("Ten lines make the cluster NUMA-aware");
            installation.resource();
        } else {
            cluster.apply(standIn.getFirst());
            var topologies = new Topologies(cluster.client());
            screen.await(
                    "NodeResourceTopology",
                    Duration.ofMinutes(1),
                    () -> new Screen.State(!topologies.zones().isEmpty(), ""));
            cluster.apply(standIn.stream().skip(1).toArray(Path[]::new));
        }
        screen.chapter("Zones that are a bit busy");
        var contest = Contest.prepare(cluster.client(), screen, MOST_MACHINES);
        contest.fillZones();
        screen.chapter("The default scheduler");
        var rejectedByDefault = contest.defaultScheduler();
        screen.chapter("The NUMA scheduler");
        var rejected = contest.numaScheduler();
        screen.chapter("What fits is placed at once");
        rejected += contest.fitting();
        screen.chapter("In short");
        screen.line("   Pods rejected with the default scheduler:  " + Style.RED.of("" + rejectedByDefault));
        screen.line("   Pods rejected with topo-aware-scheduler:   " + Style.GREEN.of("" + rejected));
        next(cluster, screen);
    }

    private static void next(Cluster cluster, Screen screen) {
        screen.line("");
        screen.line(Style.BOLD.of("Try next, in another terminal:"));
        screen.show(
                Style.CYAN,
                List.of(
                        "export KUBECONFIG=" + cluster.kubeconfig(),
                        "kubectl get numaresourcesoperators",
                        "kubectl describe nro numaresources",
                        "kubectl get noderesourcetopologies -o yaml",
                        "kubectl -n numa-demo scale deployment model --replicas=3",
                        "kubectl -n numa-demo get pods -o wide",
                        "kubectl -n numa-system delete daemonset --all   # and see it repaired"));
    }

    private static void keep(Cluster cluster) throws InterruptedException {
        while (true) {
            // ends with the JVM, and with it all that was started
            Thread.sleep(Duration.ofSeconds(1));
            cluster.requireAlive();
        }
    }

    /** Asking the user. */
    private static final class Consent {

        static boolean given(String address) {
            var console = Optional.ofNullable(System.console()).filter(java.io.Console::isTerminal);
            if (console.isEmpty()) {
                throw new IllegalStateException("KUBECONFIG names " + address
                        + ", which is not a testbed: say --yes to change it, or unset it");
            }
            var answer = console.get()
                    .readLine(
                            "%s is not a testbed. The demo installs CRDs, RBAC, a NUMAResourcesOperator and the"
                                    + " namespace %s in it. Go on? [y/N] ",
                            address, Workload.NAMESPACE);
            return answer != null
                    && answer.strip().toLowerCase(java.util.Locale.ROOT).startsWith("y");
        }
    }
}
