package io.numaresources.testbed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** On the library for which it is done, which is compiled for Java 5. */
class OldClassesTest {
    @TempDir
    Path folder;

    private Path library() throws Exception {
        var original = CommandLine.class.getProtectionDomain().getCodeSource().getLocation();
        return Files.copy(Path.of(original.toURI()), folder.resolve("picocli.jar"));
    }

    private static List<String> classes(Path jar) throws IOException {
        try (var file = new ZipFile(jar.toFile())) {
            return file.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
                    .toList();
        }
    }

    private static int version(Path jar, String entry) throws IOException {
        try (var file = new ZipFile(jar.toFile());
                var in = new DataInputStream(file.getInputStream(file.getEntry(entry)))) {
            in.readInt();
            in.readUnsignedShort();
            return in.readUnsignedShort();
        }
    }

    @Test
    void everyClassIsOneThatACacheCanHoldAndTheJvmVerifies() throws Exception {
        var jar = library();
        var before = classes(jar);
        assertThat(version(jar, "picocli/CommandLine.class")).isLessThan(50);

        assertThat(OldClasses.modernise(jar)).isTrue();

        assertThat(classes(jar)).containsExactlyInAnyOrderElementsOf(before);
        for (String name : before) {
            assertThat(version(jar, name)).as(name).isEqualTo(52);
        }
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            for (String name : before) {
                // initialising verifies
                Class.forName(name.replace(".class", "").replace('/', '.'), true, loader);
            }
            var parser = Class.forName("picocli.CommandLine", true, loader);
            var command = Class.forName("picocli.CommandLine$Model$CommandSpec", true, loader)
                    .getMethod("create")
                    .invoke(null);
            assertThat(parser.getMethod("getUsageMessage")
                            .invoke(parser.getConstructor(Object.class).newInstance(command)))
                    .asString()
                    .startsWith("Usage:");
        }
    }

    @Test
    void aSecondTimeNothingIsLeftToDo() throws Exception {
        var jar = library();
        OldClasses.modernise(jar);
        var written = Files.readAllBytes(jar);

        assertThat(OldClasses.modernise(jar)).isFalse();
        assertThat(Files.readAllBytes(jar)).isEqualTo(written);
    }

    @Test
    void othersAreLeftAsTheyAre() throws Exception {
        var none = folder.resolve("none.jar");
        try (var out = new ZipOutputStream(Files.newOutputStream(none))) {
            out.putNextEntry(new ZipEntry("README"));
            out.write("CAFEBABE".getBytes(StandardCharsets.US_ASCII));
        }
        library();

        try (Stream<Path> jars = Files.list(folder)) {
            assertThat(OldClasses.modernise(jars)).containsExactly("picocli.jar");
        }
    }
}
