package io.numaresources.packaging;

import java.util.List;
import java.util.stream.Collectors;

/** The page of the components that were reviewed: a jar that comes, goes or changes is a difference in it. */
final class DependencyReview {
    /** The group of our own modules, which change with every commit. */
    static final String OURS = "io.numaresources";

    private static final String HEAD = """
            # Dependencies

            Every jar of the application, as it was reviewed: `make verify` fails when what is packaged differs from this page in name, version, licence or content.
            How a difference is reviewed stands in [security.md](../security.md#bill-of-materials). The tests of `packaging` with `-Ddocs.update=true` write the page.

            | jar | licence | SHA-256 |
            |---|---|---|
            """;

    private DependencyReview() {}

    static String page(List<ShippedComponent> components) {
        return components.stream()
                .filter(component -> !OURS.equals(component.group()))
                .map(DependencyReview::line)
                .collect(Collectors.joining("", HEAD, ""));
    }

    private static String line(ShippedComponent component) {
        var jar = component.identity();
        // Maven takes the one for the platform that builds, so each builder has another
        boolean ofThePlatform = component.name().startsWith("native-");
        return "| %s | %s | %s |\n"
                .formatted(
                        ofThePlatform ? jar.replace(component.name(), "native-PLATFORM") : jar,
                        String.join(" or ", component.licences()),
                        ofThePlatform ? "differs" : "`" + component.sha256() + "`");
    }
}
