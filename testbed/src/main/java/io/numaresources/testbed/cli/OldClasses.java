package io.numaresources.testbed.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ConstantDescs;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Classes of Java 5 as classes of Java 8. A JVM can't keep the former in an AOT cache, since they have no stack maps, so that each start parses and verifies
 * them (share/oops/instanceKlass.cpp, can_be_verified_at_dumptime). The code stays the same; it gets stack maps.
 */
final class OldClasses {
    private static final String CLASS = ".class";
    private static final int MAGIC = 0xCAFEBABE;
    private static final int VERSION_AT = 6;

    private final ClassFile classes;

    private OldClasses(Map<String, byte[]> jar) {
        var known = ClassHierarchyResolver.ofResourceParsing(type -> {
                    var bytes = jar.get(type.descriptorString().replaceAll("^L|;$", "") + CLASS);
                    return bytes == null ? null : new ByteArrayInputStream(bytes);
                })
                .orElse(ClassHierarchyResolver.ofResourceParsing(ClassLoader.getPlatformClassLoader()))
                // what is neither there nor in the JDK is an option of the library that is not used
                .orElse(type -> ClassHierarchyInfo.ofClass(ConstantDescs.CD_Object));
        classes = ClassFile.of(StackMapsOption.GENERATE_STACK_MAPS, ClassHierarchyResolverOption.of(known));
    }

    /** Rewrites the jars of a folder that have such classes, and tells which. */
    static List<String> modernise(Stream<Path> jars) throws IOException {
        var rewritten = new ArrayList<String>();
        for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
            if (modernise(jar)) {
                rewritten.add(jar.getFileName().toString());
            }
        }
        return rewritten;
    }

    /**
     * Rewrites a jar in place, with the times of its entries.
     *
     * @return whether it had such classes
     */
    static boolean modernise(Path jar) throws IOException {
        if (!beginsOld(jar)) {
            return false;
        }
        var entries = new TreeMap<String, byte[]>();
        var times = new TreeMap<String, Long>();
        try (var file = new ZipFile(jar.toFile())) {
            for (var all = file.entries(); all.hasMoreElements(); ) {
                var entry = all.nextElement();
                try (var in = file.getInputStream(entry)) {
                    entries.put(entry.getName(), in.readAllBytes());
                }
                times.put(entry.getName(), entry.getTime());
            }
        }
        var rewriting = new OldClasses(entries);
        var written = new ByteArrayOutputStream();
        try (var out = new ZipOutputStream(written)) {
            for (var entry : entries.entrySet()) {
                var head = new ZipEntry(entry.getKey());
                head.setTime(times.get(entry.getKey()));
                out.putNextEntry(head);
                out.write(old(entry.getValue()) ? rewriting.modern(entry.getValue()) : entry.getValue());
                out.closeEntry();
            }
        }
        Files.write(jar, written.toByteArray());
        return true;
    }

    /** A library is compiled at once, so its first class tells; without reading all of every jar. */
    private static boolean beginsOld(Path jar) throws IOException {
        try (var file = new ZipFile(jar.toFile())) {
            for (var all = file.entries(); all.hasMoreElements(); ) {
                var entry = all.nextElement();
                if (entry.getName().endsWith(CLASS) && !entry.getName().startsWith("META-INF/")) {
                    try (var in = file.getInputStream(entry)) {
                        return old(in.readNBytes(Long.BYTES));
                    }
                }
            }
        }
        return false;
    }

    private static boolean old(byte[] bytes) {
        return bytes.length > VERSION_AT + 1
                && ByteBuffer.wrap(bytes).getInt() == MAGIC
                && ByteBuffer.wrap(bytes).getShort(VERSION_AT) < ClassFile.JAVA_6_VERSION;
    }

    private byte[] modern(byte[] old) {
        ClassTransform version = (builder, element) -> {
            if (element instanceof ClassFileVersion) {
                builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
            } else {
                builder.with(element);
            }
        };
        var bytes = classes.transformClass(
                classes.parse(old), version.andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)));
        var errors = classes.verify(bytes);
        if (!errors.isEmpty()) {
            throw new IllegalStateException(
                    "a rewritten class is refused: " + errors.getFirst().getMessage());
        }
        return bytes;
    }
}
