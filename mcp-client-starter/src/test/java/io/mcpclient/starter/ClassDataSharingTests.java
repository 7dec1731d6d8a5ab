package io.mcpclient.starter;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.testkit.AheadOfTime;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** An application that starts with an archive of the classes that an earlier run of it had loaded. */
class ClassDataSharingTests {

    /** A class of this library, of Netty or of Reactor, in the JVM's log of loaded classes. */
    private static final Pattern LOADED =
            Pattern.compile("\\] ((?:io\\.mcpclient|io\\.netty|reactor)\\.\\S+) source: (.*)");

    @TempDir
    private Path directory;

    @Test
    void whenStartedWithAnArchiveThenClassesOfTheClientAreNotReadFromJars() throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.withoutVerification();
            server.on("tools/call").always().reply(AheadOfTimeApplicationTests::withProgress);
            String classPath = jars();
            Path archive = this.directory.resolve("application.jsa");
            Path classes = this.directory.resolve("classes.txt");

            run(classPath, server, "-XX:ArchiveClassesAtExit=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
            run(
                    classPath,
                    server,
                    "-XX:SharedArchiveFile=" + archive,
                    "-Xshare:on",
                    "-Xlog:class+load:file=" + classes);

            List<String> sources = Files.readAllLines(classes).stream()
                    .map(LOADED::matcher)
                    .filter(Matcher::find)
                    .map(loaded -> loaded.group(2))
                    .toList();
            long shared = sources.stream()
                    .filter(source -> source.contains("shared objects file"))
                    .count();
            assertThat(sources).hasSizeGreaterThan(1_000);
            assertThat(shared).isGreaterThan(sources.size() * 9 / 10);
        }
    }

    /** Runs the application until it ends, and checks its calls. */
    private void run(String classPath, ScriptedLegacyServer server, String... options) throws Exception {
        AheadOfTime.Result result = AheadOfTime.java(
                this.directory,
                List.of(options),
                classPath,
                AheadOfTimeApplication.class.getName(),
                "--mcp.servers.weather.url=" + server.url(),
                "--mcp.servers.files.url=http://localhost:1/mcp");
        assertThat(result.output())
                .contains("blocking: {\"city\":\"Oslo\"}", "reactive: {\"city\":\"Oslo\"}", "typed: Oslo");
        assertThat(result.exitCode()).isZero();
    }

    /** Returns the class path with jars instead of directories, which an archive cannot contain. */
    private String jars() throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                path = jar(path, this.directory.resolve(entries.size() + ".jar"));
            }
            if (Files.exists(path)) {
                entries.add(path.toString());
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static Path jar(Path directory, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> tree = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) tree.filter(path -> !path.equals(directory))::iterator) {
                String name = directory.relativize(path).toString().replace(File.separatorChar, '/');
                boolean isFile = Files.isRegularFile(path);
                out.putNextEntry(
                        new JarEntry(isFile ? name : name + "/")); // directories are needed to scan for classes
                if (isFile) {
                    Files.copy(path, out);
                }
                out.closeEntry();
            }
        }
        return jar;
    }
}
