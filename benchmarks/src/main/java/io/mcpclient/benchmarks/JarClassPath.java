package io.mcpclient.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A class path without directories, as an application has it: an archive of classes cannot contain classes of directories. */
final class JarClassPath {

    private JarClassPath() {}

    /**
     * Returns a class path with a jar in the place of each directory.
     * @param classPath the class path
     * @param target directory for the jars
     */
    static String of(String classPath, Path target) {
        return Arrays.stream(classPath.split(File.pathSeparator))
                .map(Path::of)
                .map(entry -> Files.isDirectory(entry) ? jar(entry, target) : entry)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path jar(Path classes, Path target) {
        try {
            Path jar = Files.createTempFile(target, "classes", ".jar");
            try (OutputStream file = Files.newOutputStream(jar);
                    JarOutputStream out = new JarOutputStream(file);
                    Stream<Path> tree = Files.walk(classes)) {
                for (Path path : (Iterable<Path>) tree.filter(Files::isRegularFile)::iterator) {
                    String name = classes.relativize(path).toString().replace(File.separatorChar, '/');
                    out.putNextEntry(new JarEntry(name));
                    Files.copy(path, out);
                    out.closeEntry();
                }
            }
            return jar;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
