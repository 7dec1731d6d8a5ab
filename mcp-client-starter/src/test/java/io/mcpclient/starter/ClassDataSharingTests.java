package io.mcpclient.starter;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** An application that starts with an archive of the classes that an earlier run of it had loaded. */
class ClassDataSharingTests {

    private static final Duration LIMIT = Duration.ofSeconds(120);

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
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath, AheadOfTimeApplication.class.getName()));
        command.addAll(
                List.of("--mcp.servers.weather.url=" + server.url(), "--mcp.servers.files.url=http://localhost:1/mcp"));
        Path output = Files.createTempFile(this.directory, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("ended by itself")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output, StandardCharsets.UTF_8))
                .contains("blocking: {\"city\":\"Oslo\"}", "reactive: {\"city\":\"Oslo\"}", "typed: Oslo");
        assertThat(process.exitValue()).isZero();
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
