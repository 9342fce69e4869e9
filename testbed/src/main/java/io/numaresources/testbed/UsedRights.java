package io.numaresources.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which rights the ServiceAccounts of an installation used, kept in a folder when a control plane ends, for whoever compares them with its roles. */
public final class UsedRights {

    /** System property that names the folder; without it nothing is kept. */
    public static final String FOLDER = "testbed.used-rights";

    private static final String ACCOUNTS = "system:serviceaccount:numa-";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int CREATED = 201;

    private UsedRights() {}

    /**
     * One use of a right, as RBAC judges it.
     *
     * @param account user name of the ServiceAccount
     * @param verb as RBAC knows it
     * @param group API group, empty for the core group
     * @param resource plural name, with the subresource after a slash
     * @param namespace empty for a cluster-scoped object or all namespaces
     * @param name of the object, empty for all
     */
    public record Use(String account, String verb, String group, String resource, String namespace, String name)
            implements Comparable<Use> {

        private static final String SEPARATOR = "\t";

        @Override
        public int compareTo(Use other) {
            return line().compareTo(other.line());
        }

        private String line() {
            return String.join(SEPARATOR, account, verb, group, resource, namespace, name);
        }

        private static Use parse(String line) {
            var parts = line.split(SEPARATOR, -1);
            return new Use(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]);
        }
    }

    /** Keeps what an audit log tells, if the system property is set. What tests ask with an account's token, by the testbed's clients, is left out. */
    static void keep(AuditLog audit, String planeName) {
        var folder = System.getProperty(FOLDER, "");
        if (folder.isEmpty() || !Files.exists(audit.file())) {
            return;
        }
        Predicate<AuditEvent> byTests = AuditLog.byAgent(Clients.USER_AGENT);
        var used = new TreeSet<Use>();
        audit.forEach(ACCOUNTS, event -> {
            if (event.user().startsWith(ACCOUNTS) && !byTests.test(event)) {
                uses(event).forEach(used::add);
            }
        });
        try {
            Files.write(
                    Files.createDirectories(Path.of(folder)).resolve(planeName + ".tsv"),
                    used.stream().map(Use::line).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + folder, e);
        }
    }

    /** Everything that was kept in a folder. */
    public static Set<Use> read(Path folder) {
        try (var files = Files.list(folder)) {
            return files.flatMap(UsedRights::lines).map(Use::parse).collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder, e);
        }
    }

    /** None for a refused request; two for an apply that made the object, which needs both rights. */
    static Stream<Use> uses(AuditEvent event) {
        if (event.resource().isEmpty() || event.code() == UNAUTHORIZED || event.code() == FORBIDDEN) {
            return Stream.empty();
        }
        var use = use(event, event.verb());
        return event.verb().equals("patch") && event.code() == CREATED
                ? Stream.of(use, use(event, "create"))
                : Stream.of(use);
    }

    private static Use use(AuditEvent event, String verb) {
        var resource = event.subresource().isEmpty() ? event.resource() : event.resource() + "/" + event.subresource();
        return new Use(event.user(), verb, event.apiGroup(), resource, event.namespace(), event.name());
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
