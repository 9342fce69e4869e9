package io.numaresources.e2e;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.numaresources.testbed.machine.NumaMachines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Pods of all kinds, drawn from a seed, bound to a node so that nobody but its kubelet judges them. */
final class RandomPods {
    private static final List<String> CPUS = List.of("1", "1", "2", "2", "3", "4", "5", "500m", "1500m");
    private static final int SHARES = 16;

    private final Random random;
    private final String node;
    private final long memoryOfZone;
    private int made;

    /**
     * For a node.
     *
     * @param memoryOfZone bytes of its smallest zone, of which containers ask for a part
     */
    RandomPods(long seed, String node, long memoryOfZone) {
        this.random = new Random(seed);
        this.node = node;
        this.memoryOfZone = memoryOfZone;
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    Pod next() {
        boolean guaranteed = chance(85);
        var inits = new ArrayList<Container>();
        if (chance(20)) {
            // the image's only program ends at once when it is asked for its version
            inits.add(new ContainerBuilder(container("init", guaranteed))
                    .withCommand("/pause", "-v")
                    .build());
        }
        if (chance(15)) {
            inits.add(new ContainerBuilder(container("sidecar", guaranteed))
                    .withRestartPolicy("Always")
                    .build());
        }
        var apps = new ArrayList<>(List.of(container("first", guaranteed)));
        if (chance(30)) {
            apps.add(container("second", guaranteed));
        }
        return new PodBuilder()
                .withNewMetadata()
                .withName("%s-asks-%d".formatted(node, ++made))
                .withNamespace(Pods.NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .withTerminationGracePeriodSeconds(1L)
                .withAutomountServiceAccountToken(false)
                .withInitContainers(inits)
                .withContainers(apps)
                .endSpec()
                .build();
    }

    private Container container(String name, boolean guaranteed) {
        int shares = 1 + random.nextInt(chance(15) ? SHARES : SHARES / 3);
        var memory = new Quantity((memoryOfZone / SHARES * shares >> 20) + "Mi");
        var limits = Map.of("cpu", new Quantity(CPUS.get(random.nextInt(CPUS.size()))), "memory", memory);
        return new ContainerBuilder()
                .withName(name)
                .withImage(NumaMachines.PAUSE_IMAGE)
                .withImagePullPolicy("Never")
                .withNewResources()
                .withLimits(limits)
                .withRequests(guaranteed ? limits : Map.of("cpu", new Quantity("100m"), "memory", memory))
                .endResources()
                .build();
    }
}
