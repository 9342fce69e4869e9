package io.numaresources.cli;

import io.numaresources.cli.validate.Check;
import io.numaresources.cli.validate.Found;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers of {@code validate}. */
final class ValidateReport {
    private ValidateReport() {}

    static String text(List<Found> found) {
        long failing = found.stream().filter(Found::fails).count();
        var text = new StringBuilder();
        if (!found.isEmpty()) {
            var table = new Table("ID", "SEVERITY", "NODE", "MESSAGE");
            found.forEach(
                    f -> table.row(f.id(), f.severity().value(), f.node().isEmpty() ? "-" : f.node(), f.message()));
            text.append(table).append('\n');
        }
        return text.append(
                        failing == 0
                                ? "Passed: every check that could be made.\n"
                                : "Failed: %d %s.%n".formatted(failing, failing == 1 ? "finding" : "findings"))
                .toString();
    }

    static String json(List<Found> found) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("success", found.stream().noneMatch(Found::fails));
        tree.put("findings", found.stream().map(ValidateReport::tree).toList());
        return Format.json(tree);
    }

    private static Map<String, Object> tree(Found found) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("id", found.id());
        tree.put("severity", found.severity().value());
        tree.put("node", found.node());
        tree.put("component", found.component());
        tree.put("setting", found.setting());
        tree.put("expected", found.expected());
        tree.put("detected", found.detected());
        tree.put("message", found.message());
        return tree;
    }

    /** A test case for each check that found nothing, and one for each finding. */
    static String junit(List<Found> found) {
        var cases = new ArrayList<String>();
        long failures = found.stream().filter(Found::fails).count();
        for (Check check : Check.values()) {
            var mine = found.stream().filter(f -> f.check() == check).toList();
            var failing = mine.stream().filter(Found::fails).toList();
            if (failing.isEmpty()) {
                cases.add("  <testcase classname=\"numa.%s\" name=\"%s\"/>%n".formatted(check, xml(check.title())));
            }
            for (Found f : failing) {
                cases.add("""
                          <testcase classname="numa.%s" name="%s">
                            <failure type="%s" message="%s"/>
                          </testcase>
                        """.formatted(
                                f.id(),
                                xml(check.title() + (f.node().isEmpty() ? "" : " on " + f.node())),
                                f.severity().value(),
                                xml(f.message())));
            }
        }
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="kubectl numa validate" tests="%d" failures="%d" errors="0" skipped="0">
                %s</testsuite>
                """.formatted(cases.size(), failures, String.join("", cases));
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
