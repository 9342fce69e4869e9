package io.numaresources.testbed.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * What Linux says of a process.
 *
 * @param pid its id
 */
public record ProcessFigures(long pid) {

    /** Unit of times in /proc, fixed by the kernel's interface to user space. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int UTIME = 11;
    private static final int STIME = 12;

    /** Resident memory in MiB, files that are mapped included. */
    public double residentMebibytes() {
        return kibibytes("VmRSS") / 1024;
    }

    /** The part of the resident memory that no file backs, in MiB. */
    public double anonymousMebibytes() {
        return kibibytes("RssAnon") / 1024;
    }

    /** CPU time of all its threads in seconds. */
    public double cpuSeconds() {
        return seconds(Path.of("/proc", Long.toString(pid), "stat"));
    }

    /** CPU seconds by name of thread; threads of a pool, which end in a number, count as one. */
    public Map<String, Double> cpuByThread() {
        var byName = new TreeMap<String, Double>();
        try (var tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (var task : tasks.toList()) {
                try {
                    var name = Files.readString(task.resolve("comm")).strip().replaceAll("[-#]?\\d+$", "");
                    byName.merge(name, seconds(task.resolve("stat")), Double::sum);
                } catch (NoSuchFileException e) {
                    // a thread that has ended meanwhile
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return byName;
    }

    private static double seconds(Path stat) {
        try {
            var text = Files.readString(stat);
            // the name, in parentheses, may contain blanks
            var fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME])) / TICKS_PER_SECOND;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double kibibytes(String field) {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith(field + ":"))
                    .map(line -> line.replaceAll("\\D", ""))
                    .mapToDouble(Double::parseDouble)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("process " + pid + " has no " + field));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
