package io.numaresources.stack;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What runs with which Kubernetes, read from {@code version-matrix.yaml}, which names the source of every value.
 *
 * @param images where the default images are, by operand
 * @param sharedInformerFromKubelet first kubelet minor that needs informer mode Shared
 * @param configzFromKubelet first kubelet minor that authorizes nodes/configz by itself
 * @param pause tag of the pause image
 * @param rows one for each minor, ascending
 */
public record VersionMatrix(
        Map<String, Repository> images,
        String sharedInformerFromKubelet,
        String configzFromKubelet,
        String pause,
        List<Row> rows) {
    /** Prefix of the environment variables that replace default images, as OLM's tools write them for mirrored catalogs. */
    public static final String RELATED_IMAGE = "RELATED_IMAGE_";

    private static final String RESOURCE = "/version-matrix.yaml";

    public VersionMatrix {
        images = Map.copyOf(images);
        rows = rows.stream().sorted(Comparator.comparing(Row::version)).toList();
    }

    /**
     * Where a default image is.
     *
     * @param pinned references that replace the image with a tag, by tag
     */
    public record Repository(
            String registry, String repository, @Nullable Map<String, String> pinned) {
        public Repository {
            pinned = pinned == null ? Map.of() : Map.copyOf(pinned);
        }

        String reference(String tag) {
            return registry + "/" + repository + ":" + tag;
        }
    }

    /**
     * What runs with one minor.
     *
     * @param kubernetes minor of the API server, such as {@code 1.34}
     * @param scheduler tag of the scheduler image
     * @param exporter tag of the resource-topology-exporter image
     * @param featureDiscovery tag of the node-feature-discovery image
     * @param resyncScope value of cache.resyncScope
     * @param restartsOnTopologyChange whether the scheduler must be restarted when topologies of new nodes appear
     * @param pluginArgs arguments that the plugin of this image decodes; it exits on any other
     */
    public record Row(
            String kubernetes,
            String scheduler,
            String exporter,
            String featureDiscovery,
            String resyncScope,
            boolean restartsOnTopologyChange,
            List<String> pluginArgs) {
        /** Minor of the API server. */
        public KubernetesVersion version() {
            return KubernetesVersion.parse(kubernetes);
        }
    }

    /** Reads the matrix that is shipped. */
    public static VersionMatrix load() {
        try (InputStream in = VersionMatrix.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not on the class path");
            }
            return Serialization.unmarshal(in, VersionMatrix.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a matrix of the same form.
     *
     * @throws RuntimeException if it is of another form or has no rows
     */
    public static VersionMatrix parse(String yaml) {
        var matrix = Serialization.unmarshal(yaml, VersionMatrix.class);
        if (matrix.rows().isEmpty()) {
            throw new IllegalArgumentException("a version matrix needs rows");
        }
        return matrix;
    }

    /** Every default image, by the environment variable that replaces it: {@code RELATED_IMAGE_SCHEDULER_V0_34_7}. */
    public SortedMap<String, String> references() {
        var references = new TreeMap<String, String>();
        images.forEach((operand, image) ->
                tags(operand).forEach(tag -> references.put(variable(operand, tag), image.reference(tag))));
        return references;
    }

    /** This matrix with the images that environment variables name. */
    public VersionMatrix pinnedBy(Map<String, String> environment) {
        var replaced = new TreeMap<String, Repository>();
        images.forEach((operand, image) -> replaced.put(
                operand,
                new Repository(
                        image.registry(),
                        image.repository(),
                        tags(operand)
                                .filter(tag -> environment.containsKey(variable(operand, tag)))
                                .collect(Collectors.toMap(
                                        tag -> tag, tag -> environment.get(variable(operand, tag)))))));
        return new VersionMatrix(replaced, sharedInformerFromKubelet, configzFromKubelet, pause, rows);
    }

    /** Every image that runs with a minor, by operand; pinned ones as they are pinned. */
    public Map<String, String> images(Row row) {
        var tags = Map.of(
                "scheduler", row.scheduler(),
                "featureDiscovery", row.featureDiscovery(),
                "exporter", row.exporter(),
                "pause", pause);
        return images.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        image -> OperandImage.ofMatrix(image.getValue(), tags.get(image.getKey()), null)
                                .reference()));
    }

    /** Where spec.imageRegistry makes the operator look for an image that {@link #images(Row)} names. */
    public String mirrored(String operand, String reference, String registry) {
        return registry + "/" + images.get(operand).repository() + reference.substring(reference.lastIndexOf(':'));
    }

    private Stream<String> tags(String operand) {
        return switch (operand) {
            case "scheduler" -> rows.stream().map(Row::scheduler).distinct();
            case "featureDiscovery" -> rows.stream().map(Row::featureDiscovery).distinct();
            case "exporter" -> rows.stream().map(Row::exporter).distinct();
            case "pause" -> Stream.of(pause);
            default -> throw new IllegalArgumentException("no tags are known of " + operand);
        };
    }

    private static String variable(String operand, String tag) {
        var words = operand.replaceAll("([A-Z])", "_$1") + "_" + tag.replaceAll("[^A-Za-z0-9]", "_");
        return RELATED_IMAGE + words.toUpperCase(Locale.ROOT);
    }

    /** The row of a server, or the nearest one. */
    public Row row(KubernetesVersion server) {
        return rows.reversed().stream()
                .filter(row -> row.version().compareTo(server) <= 0)
                .findFirst()
                .orElse(rows.getFirst());
    }

    /** Whether a server has a row of its own. */
    public boolean supports(KubernetesVersion server) {
        return row(server).version().equals(server);
    }

    /** What is known of a scheduler image: the row whose default has its minor, else the newest row before it. */
    public Row rowOfScheduler(KubernetesVersion image) {
        return rows.reversed().stream()
                .filter(row -> KubernetesVersion.parse(row.scheduler()).minor() <= image.minor())
                .findFirst()
                .orElse(rows.getFirst());
    }
}
