package io.numaresources.explain;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.numaresources.topology.Resources;
import io.numaresources.topology.Zone;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A zone as it is written in a NodeResourceTopology.
 *
 * @param name {@code node-} and the number of the NUMA node
 * @param type {@code Node} for a NUMA node
 * @param costs distances to zones by their names
 * @param resources amounts
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record PublishedZone(
        @Nullable String name,
        @Nullable String type,
        @Nullable List<Cost> costs,
        @Nullable List<Resource> resources) {
    private static final String PREFIX = "node-";

    /** A distance. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Cost(@Nullable String name, @Nullable Integer value) {}

    /** Amounts of a resource, numbers or texts; read late, so that a bad one spoils its node and not the whole list. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Resource(
            @Nullable String name,
            @Nullable Object capacity,
            @Nullable Object allocatable,
            @Nullable Object available) {}

    /** Whether it is a NUMA node; the scheduler's plugin looks at no other zones. */
    boolean numaNode() {
        return "Node".equals(type) && name != null && name.startsWith(PREFIX);
    }

    /** Whether it is meant to be a NUMA node and has a name that the scheduler's plugin passes over: one that isn't {@code node-} and a number. */
    public boolean passedOver() {
        return "Node".equals(type) && (name == null || !name.matches(PREFIX + "[0-9]+"));
    }

    /**
     * The zone of the verdict engine.
     *
     * @throws IllegalArgumentException where number or amounts can't be read or contradict each other
     */
    Zone read() {
        var list = resources == null ? List.<Resource>of() : resources;
        var allocatable = amounts(list, Resource::allocatable);
        var available = amounts(list, Resource::available);
        for (String resource : available.names()) {
            if (available.get(resource) > allocatable.get(resource)) {
                throw new IllegalArgumentException(
                        "zone " + name + " has more " + resource + " available than allocatable");
            }
        }
        return new Zone(
                number(String.valueOf(name)),
                amounts(list, Resource::capacity),
                allocatable,
                available,
                distances(),
                OptionalInt.empty());
    }

    private static int number(String name) {
        try {
            return Integer.parseInt(name.substring(PREFIX.length()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("zone " + name + " has no number", e);
        }
    }

    private Map<Integer, Integer> distances() {
        var distances = new HashMap<Integer, Integer>();
        for (Cost cost : costs == null ? List.<Cost>of() : costs) {
            if (cost.name() != null && cost.name().startsWith(PREFIX) && cost.value() != null) {
                distances.put(number(cost.name()), cost.value());
            }
        }
        return distances;
    }

    private Resources amounts(List<Resource> list, Function<Resource, @Nullable Object> field) {
        var amounts = new HashMap<String, Long>();
        for (Resource resource : list) {
            var value = field.apply(resource);
            if (resource.name() == null || value == null) {
                throw new IllegalArgumentException("zone " + name + " has a resource without name or amount");
            }
            // thousands of nodes publish the same few names
            if (amounts.put(resource.name().intern(), Amounts.of(resource.name(), value.toString())) != null) {
                throw new IllegalArgumentException("zone " + name + " has " + resource.name() + " twice");
            }
        }
        return new Resources(amounts);
    }
}
