package io.mcpclient.counterparts;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.opentest4j.TestAbortedException;

import io.mcpclient.internal.stdio.StdioTransportProvider;
import io.mcpclient.internal.stdio.StdioTransportSettings;
import io.mcpclient.settings.McpProcessSettings;

/**
 * A server that {@code npm ci} has put into the {@code node_modules} of this module, or one of ours made with a library
 * that it has put there; and the Node that runs it: the one in the {@code PATH} or else the one that npm has brought, as
 * {@code conformance/run} chooses it. Tests whose server or Node is not there are skipped and say so, unless
 * {@code COUNTERPARTS_REQUIRED} is set: then they fail.
 */
final class NodePackage {

    private static final Path MODULE =
            Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize();

    private static final Path INSTALLED = MODULE.resolve("node_modules");

    private final Path script;

    private NodePackage(Path script) {
        this.script = script;
    }

    /**
     * Finds a server.
     * @param name name of its package, without the scope {@code @modelcontextprotocol}
     * @return the package
     * @throws TestAbortedException if it is not installed
     */
    static NodePackage of(String name) {
        Path script = directory(name).resolve("dist/index.js");
        if (!Files.isRegularFile(script)) {
            throw notInstalled(name);
        }
        return new NodePackage(script);
    }

    /**
     * Finds a server of ours.
     * @param script name of its file in {@code servers}
     * @param library name of the package that it is made with, without the scope {@code @modelcontextprotocol}
     * @return the server
     * @throws TestAbortedException if that package is not installed
     */
    static NodePackage ofScript(String script, String library) {
        if (!Files.isDirectory(directory(library))) {
            throw notInstalled(library);
        }
        return new NodePackage(MODULE.resolve("servers").resolve(script));
    }

    private static Path directory(String name) {
        return INSTALLED.resolve("@modelcontextprotocol").resolve(name);
    }

    private static RuntimeException notInstalled(String name) {
        return missing("@modelcontextprotocol/" + name + " is not installed: run npm ci in " + MODULE);
    }

    /**
     * Returns a file of the package.
     * @param path its path below the directory with the code
     * @return the file
     */
    Path file(String path) {
        return this.script.resolveSibling(path);
    }

    /**
     * Returns what starts the server, listening on no address but loopback.
     * @param args arguments of the server
     * @return program and arguments
     */
    List<String> command(String... args) {
        List<String> command = new ArrayList<>();
        command.add(node().toString());
        command.add("--require=" + MODULE.resolve("src/test/node/loopback.cjs"));
        command.add(this.script.toString());
        command.addAll(List.of(args));
        return command;
    }

    /**
     * Returns the transport to a server that is a child process.
     * @param env variables of the server, besides those that it inherits by default
     * @param args arguments of the server
     * @return the provider of the transport
     */
    StdioTransportProvider stdio(Map<String, String> env, String... args) {
        List<String> command = command(args);
        String[] arguments = command.subList(1, command.size()).toArray(String[]::new);
        return new StdioTransportProvider(StdioTransportSettings.of(
                McpProcessSettings.of(command.get(0), arguments).withEnv(env)));
    }

    private static Path node() {
        return Stream.concat(inPath(), fromNpm())
                .filter(Files::isExecutable)
                .filter(NodePackage::isNewEnough)
                .findFirst()
                .orElseThrow(() -> missing("there is no Node 22 or newer, neither in the PATH nor in " + INSTALLED));
    }

    private static Stream<Path> inPath() {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, "node"))
                .filter(Files::isExecutable)
                .limit(1);
    }

    private static Stream<Path> fromNpm() {
        try (Stream<Path> packages = Files.list(INSTALLED)) {
            return packages
                    .filter(directory -> directory.getFileName().toString().startsWith("node-"))
                    .sorted()
                    .map(directory -> directory.resolve("bin/node"))
                    .toList()
                    .stream();
        } catch (IOException notInstalled) {
            return Stream.empty();
        }
    }

    private static boolean isNewEnough(Path node) {
        try {
            Process version = new ProcessBuilder(node.toString(), "-p", "process.versions.node.split('.')[0] >= 22")
                    .redirectErrorStream(true)
                    .start();
            return new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .equals("true");
        } catch (IOException notANode) {
            return false;
        }
    }

    private static RuntimeException missing(String reason) {
        return (System.getenv("COUNTERPARTS_REQUIRED") != null)
                ? new IllegalStateException(reason)
                : new TestAbortedException(reason);
    }
}
