package io.numaresources.testbed.binaries;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Go tool module of the checkout.
 *
 * @param folder folder with go.mod and go.sum
 */
record GoModule(Path folder) {

    /** Hash of go.mod and go.sum and, where asked for, of the module's own Go files. */
    String hash(boolean withSources) {
        var digest = sha256();
        update(digest, folder.resolve("go.mod"));
        update(digest, folder.resolve("go.sum"));
        if (withSources) {
            ownSources().forEach(file -> update(digest, file));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Version of a module that this one builds with, such as {@code v1.34.4}: the one that it is replaced by, otherwise the required one. */
    String version(String required) {
        var name = Pattern.quote(required);
        var text = text("go.mod");
        return Stream.of(
                        "\\s" + name + "\\s+=>\\s+" + name + "\\s+(v\\S+)",
                        "(?m)^(?:require)?\\s+" + name + "\\s+(v\\S+)")
                .map(line -> Pattern.compile(line).matcher(text))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException(folder.resolve("go.mod") + " does not require " + required));
    }

    /** Folder with the source of a module that this one builds with, in Go's module cache. */
    Path download(String required) {
        var directory = Pattern.compile("\"Dir\": \"([^\"]+)\"");
        try {
            var process = new ProcessBuilder("go", "mod", "download", "-json", required)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            var answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            var found = directory.matcher(answer);
            if (process.waitFor() != 0 || !found.find()) {
                throw new IllegalStateException("no source of " + required + ": " + answer);
            }
            return Path.of(found.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot ask Go for " + required, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Go downloads " + required, e);
        }
    }

    /** All Go files of the module that are the project's own: packages may share code. */
    private List<Path> ownSources() {
        try (var files = Files.walk(folder)) {
            return files.filter(file ->
                            file.toString().endsWith(".go") && !file.toString().endsWith("_test.go"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void update(MessageDigest digest, Path file) {
        try {
            digest.update(folder.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private String text(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder.resolve(name), e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
