package io.numaresources.topology;

import io.numaresources.topology.Remedy.Change;
import io.numaresources.topology.Verdict.Admitted;
import io.numaresources.topology.Verdict.Reason;
import io.numaresources.topology.Verdict.Rejected;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/** Looks for what would get a rejected pod admitted. Every candidate is tried, so a wrong guess costs time only. */
final class Remedies {
    private final NumaNode node;
    private final PodShape pod;
    private final Rejected rejected;

    Remedies(NumaNode node, PodShape pod, Rejected rejected) {
        this.node = node;
        this.pod = pod;
        this.rejected = rejected;
    }

    List<Remedy> find() {
        return Stream.of(wholeCores(), smallerRequest(), otherScope(), podsLeaving())
                .flatMap(Optional::stream)
                .toList();
    }

    private static boolean admits(NumaNode where, PodShape what) {
        return Admission.decide(where, what) instanceof Admitted;
    }

    private Optional<Remedy> otherScope() {
        if (node.rules().policy() == AlignmentPolicy.NONE) {
            return Optional.empty();
        }
        var scope = node.rules().scope().other();
        return admits(node.with(node.rules().policy(), scope), pod)
                ? Optional.of(new Remedy.OtherScope(scope))
                : Optional.empty();
    }

    private Optional<Remedy> wholeCores() {
        long core = core();
        if (rejected.reason() != Reason.WHOLE_CORES || core == 1000) {
            return Optional.empty();
        }
        return Stream.<LongUnaryOperator>of(
                        cpus -> (cpus + core - 1) / core * core, cpus -> Math.max(core, cpus / core * core))
                .map(this::rounded)
                .filter(changes -> !changes.isEmpty() && admits(node, changed(changes)))
                .<Remedy>map(Remedy.WholeCores::new)
                .findFirst();
    }

    private List<Change> rounded(LongUnaryOperator rounding) {
        return pod.all()
                .filter(c -> c.requests().get(Resources.CPU) % 1000 == 0)
                .map(c -> change(
                        c, Resources.CPU, rounding.applyAsLong(c.requests().get(Resources.CPU))))
                .filter(c -> c.from() != c.to())
                .toList();
    }

    private static Change change(ContainerShape container, String resource, long to) {
        return new Change(container.name(), resource, container.requests().get(resource), to);
    }

    private PodShape changed(List<Change> changes) {
        var shape = pod;
        for (Change change : changes) {
            shape = shape.with(change.container(), change.resource(), change.to());
        }
        return shape;
    }

    /** Milli-CPUs of the smallest step that requests can change by. */
    private long core() {
        return node.rules().cpus().wholeCoresOnly()
                ? 1000L * Math.max(1, node.rules().cpus().threadsPerCore())
                : 1000;
    }

    /** The smallest cut, as a share of what is asked for, that makes the unit fit in some zone. */
    private Optional<Remedy> smallerRequest() {
        var candidates = new ArrayList<List<Change>>();
        if (rejected.reason() == Reason.NODE_TOTAL) {
            cut(rejected.needs(), -1).ifPresent(candidates::add);
        } else {
            for (int zone = 0; zone < node.zones().size(); zone++) {
                cut(rejected.needs(), zone).ifPresent(candidates::add);
            }
        }
        return candidates.stream()
                .sorted(Comparator.comparingDouble(Remedies::share))
                .filter(changes -> admits(node, changed(changes)))
                .<Remedy>map(Remedy.SmallerRequest::new)
                .findFirst();
    }

    private static double share(List<Change> changes) {
        return changes.stream()
                .mapToDouble(c -> (double) (c.from() - c.to()) / c.from())
                .sum();
    }

    private Optional<List<Change>> cut(List<Need> needs, int zone) {
        var changes = new ArrayList<Change>();
        for (Need need : needs) {
            boolean zoned = zone >= 0 && !need.zones().isEmpty();
            long missing = zoned
                    ? need.zones().get(zone).missing()
                    : zone < 0 ? Math.max(0, need.requested() - need.free()) : 0;
            if (missing > 0) {
                var change = cut(need.resource(), missing);
                if (change.isEmpty()) {
                    return Optional.empty();
                }
                changes.add(change.get());
            }
        }
        return changes.isEmpty() ? Optional.empty() : Optional.of(changes);
    }

    /** Takes from the container that fails or, where the pod does, from the one that asks for most. */
    private Optional<Change> cut(String resource, long missing) {
        var from = pod.all()
                .filter(c -> rejected.unit().isEmpty() || c.name().equals(rejected.unit()))
                .max(Comparator.comparingLong(c -> c.requests().get(resource)));
        if (from.isEmpty()) {
            return Optional.empty();
        }
        long now = from.get().requests().get(resource);
        long then = now - missing;
        if (Resources.CPU.equals(resource) && now % 1000 == 0) {
            then = Math.floorDiv(then, core()) * core();
        }
        boolean needed = Resources.isShareable(resource) && !resource.startsWith("hugepages");
        return then < (needed ? 1 : 0) ? Optional.empty() : Optional.of(change(from.get(), resource, then));
    }

    /** One pod where one is enough, otherwise the smallest pods of one zone, as few as will do. */
    private Optional<Remedy> podsLeaving() {
        if (rejected.never()) {
            return Optional.empty();
        }
        var bySize = node.tenants().stream()
                .sorted(Comparator.comparingLong(Remedies::size).thenComparing(Tenant::name))
                .toList();
        for (Tenant tenant : bySize) {
            if (helps(List.of(tenant))) {
                return Optional.of(new Remedy.PodsLeaving(List.of(tenant.name())));
            }
        }
        return node.zones().stream()
                .map(zone -> fewest(bySize.stream()
                        .filter(t -> t.held().containsKey(zone.id()))
                        .toList()))
                .flatMap(Optional::stream)
                .min(Comparator.comparingInt(List::size))
                .or(() -> fewest(bySize))
                .map(list ->
                        new Remedy.PodsLeaving(list.stream().map(Tenant::name).toList()));
    }

    private static long size(Tenant tenant) {
        return tenant.held().values().stream()
                        .mapToLong(held -> held.get(Resources.CPU))
                        .sum()
                + tenant.requests().get(Resources.CPU);
    }

    /** Pods are added until there is room; then those that need not leave stay, large ones first. */
    private Optional<List<Tenant>> fewest(List<Tenant> pods) {
        var leaving = new ArrayList<Tenant>();
        for (Tenant tenant : pods) {
            leaving.add(tenant);
            if (helps(leaving)) {
                for (Tenant candidate : List.copyOf(leaving).reversed()) {
                    var fewer = new ArrayList<>(leaving);
                    fewer.remove(candidate);
                    if (!fewer.isEmpty() && helps(fewer)) {
                        leaving.remove(candidate);
                    }
                }
                return Optional.of(leaving);
            }
        }
        return Optional.empty();
    }

    private boolean helps(List<Tenant> leaving) {
        var names = leaving.stream().map(Tenant::name).toList();
        return admits(node.without(Set.copyOf(names)), pod);
    }
}
