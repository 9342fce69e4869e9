package io.numaresources.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Text files by their paths in the checkout.
 *
 * @param folders folders in which there is nothing but these files
 * @param texts texts by path
 */
public record GeneratedFiles(Set<String> folders, SortedMap<String, String> texts) {

    /** Files of one folder, named from that folder. */
    public static GeneratedFiles in(String folder, Map<String, String> texts) {
        var named = new TreeMap<String, String>();
        texts.forEach((name, text) -> named.put(folder + "/" + name, text));
        return new GeneratedFiles(Set.of(folder), named);
    }

    /** A single file in a folder with others. */
    public static GeneratedFiles file(String path, String text) {
        return new GeneratedFiles(Set.of(), new TreeMap<>(Map.of(path, text)));
    }

    /** These and others. */
    public GeneratedFiles and(GeneratedFiles others) {
        var allFolders = new TreeSet<>(folders);
        allFolders.addAll(others.folders);
        var allTexts = new TreeMap<>(texts);
        allTexts.putAll(others.texts);
        return new GeneratedFiles(allFolders, allTexts);
    }

    /** Writes what differs and removes what is no longer generated. */
    public void writeTo(Path root) {
        try {
            for (var folder : folders) {
                for (var file : existing(root.resolve(folder))) {
                    if (!texts.containsKey(root.relativize(file).toString())) {
                        Files.delete(file);
                    }
                }
            }
            for (var entry : texts.entrySet()) {
                var file = root.resolve(entry.getKey());
                if (!Files.exists(file) || !Files.readString(file).equals(entry.getValue())) {
                    Files.createDirectories(file.getParent());
                    Files.writeString(file, entry.getValue());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> existing(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
