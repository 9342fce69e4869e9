package io.numaresources.rollout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A group whose nodes take random time for each step; a tick is a second. The pool is driven by the code under test alone. */
final class SimulatedPool {
    private static final int ENDLESS = 3000;

    private final List<Machine> machines = new ArrayList<>();
    private final List<Integer> soaks = new ArrayList<>();
    private final Limits limits;
    private final Random random;
    private int leader;
    private int ticks;
    private int idle;
    private int unavailableAtGrant;

    /**
     * A node.
     *
     * @param failing the step that fails on it
     * @param beyondRepair whether the former configuration doesn't verify either
     * @param pace how many ticks a step takes at most
     */
    record Spec(
            boolean controlPlane,
            boolean notReady,
            boolean cordonedByOthers,
            boolean held,
            Optional<Step> failing,
            boolean beyondRepair,
            int pace) {}

    private static final class Machine {
        final Spec spec;
        Phase phase = Phase.PENDING;
        int since;
        boolean cordonedByUs;

        Machine(Spec spec) {
            this.spec = spec;
        }
    }

    SimulatedPool(List<Spec> specs, Limits limits, long seed) {
        specs.forEach(spec -> machines.add(new Machine(spec)));
        this.limits = limits;
        random = new Random(seed);
        leader = random.nextInt(specs.size() + 1);
    }

    Group group() {
        var nodes = new ArrayList<Node>();
        for (int number = 0; number < machines.size(); number++) {
            nodes.add(node(number));
        }
        return new Group("r1", limits, nodes, false);
    }

    private Node node(int number) {
        var machine = machines.get(number);
        return new Node(
                "node-" + number,
                machine.phase,
                "r1",
                Duration.ofSeconds(ticks - machine.since),
                !machine.spec.notReady(),
                machine.spec.cordonedByOthers() || machine.cordonedByUs,
                machine.spec.controlPlane(),
                number == leader,
                machine.spec.held() ? Optional.of("kured") : Optional.empty());
    }

    /** One second: what was granted begins, what is under way may go on. */
    Decision tick() {
        var decision = GroupRollout.decide(group());
        decision.grants().forEach(name -> enter(machine(name), new Event.Granted()));
        decision.moveLeaderFrom().ifPresent(name -> leader = machines.size());
        unavailableAtGrant = unavailable();
        boolean moved =
                !decision.grants().isEmpty() || decision.moveLeaderFrom().isPresent();
        ticks++;
        for (int number = 0; number < machines.size(); number++) {
            moved |= advance(number);
        }
        idle = moved ? 0 : idle + 1;
        assertNotEndless();
        return decision;
    }

    private boolean advance(int number) {
        var machine = machines.get(number);
        var step = machine.phase.next();
        if (step.isEmpty()) {
            return false;
        }
        if (machine.phase == Phase.SOAKING) {
            boolean canary = group().canaryStage();
            if (machine.spec.failing().filter(Step.SOAK::equals).isPresent()) {
                enter(machine, new Event.Unhealthy());
            } else if (GroupRollout.soaked(group(), node(number))) {
                if (canary) {
                    soaks.add(ticks - machine.since);
                }
                enter(machine, new Event.Done(Step.SOAK));
            }
            return true;
        }
        if (random.nextInt(machine.spec.pace()) == 0) {
            enter(machine, outcome(machine, step.get()));
        }
        return true;
    }

    private static Event outcome(Machine machine, Step step) {
        if (step == Step.RESTORE) {
            return machine.spec.beyondRepair() ? new Event.StillBroken() : new Event.Done(step);
        }
        // through the API server alone: tried again until it works
        boolean retried = step == Step.UNCORDON || step == Step.WATCH;
        return machine.spec.failing().filter(step::equals).isPresent() && !retried
                ? new Event.Failed(step)
                : new Event.Done(step);
    }

    private void enter(Machine machine, Event event) {
        machine.phase = NodeMachine.next(machine.phase, event);
        machine.since = ticks;
        if (machine.phase == Phase.CORDONED || machine.phase == Phase.ROLLING_BACK) {
            machine.cordonedByUs = !machine.spec.cordonedByOthers();
        } else if (machine.phase == Phase.UNCORDONED || machine.phase == Phase.ROLLED_BACK) {
            machine.cordonedByUs = false;
        }
    }

    private void assertNotEndless() {
        if (ticks > ENDLESS) {
            throw new AssertionError("does not end: " + group());
        }
    }

    /** Whether nothing is left that could move by itself. */
    boolean settled() {
        return idle > 2;
    }

    int unavailable() {
        return (int) group().nodes().stream().filter(Node::unavailable).count();
    }

    int unavailableAtGrant() {
        return unavailableAtGrant;
    }

    int unavailableBecauseOfUs() {
        return (int) machines.stream()
                .filter(machine -> machine.phase.unavailable() || machine.cordonedByUs)
                .count();
    }

    int inFlight() {
        return (int)
                machines.stream().filter(machine -> machine.phase.inFlight()).count();
    }

    int controlPlaneInFlight() {
        return (int) machines.stream()
                .filter(machine -> machine.spec.controlPlane() && machine.phase.inFlight())
                .count();
    }

    List<Integer> soaks() {
        return soaks;
    }

    /** Nodes that are given back but still cordoned by us. */
    List<String> leftCordoned() {
        var left = new ArrayList<String>();
        for (int number = 0; number < machines.size(); number++) {
            var machine = machines.get(number);
            if (machine.cordonedByUs && machine.phase != Phase.BROKEN) {
                left.add("node-" + number);
            }
        }
        return left;
    }

    private Machine machine(String name) {
        return machines.get(Integer.parseInt(name.substring("node-".length())));
    }
}
