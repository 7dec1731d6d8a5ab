package io.mcpclient.testkit;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.mcpclient.internal.stdio.StdioTransportSettings;
import io.mcpclient.settings.McpProcessSettings;

/** Settings that start {@link StdioServerMain} as a process, or a line of shell where that starts faster. */
public final class StdioServer {

    private StdioServer() {}

    /** The server of the testkit. @param modes see {@link StdioServerMain} */
    public static StdioTransportSettings java(String... modes) {
        return StdioTransportSettings.of(process(modes));
    }

    /** The process of {@link #java}. */
    public static McpProcessSettings process(String... modes) {
        List<String> command = command(modes);
        return McpProcessSettings.of(
                command.get(0), command.subList(1, command.size()).toArray(String[]::new));
    }

    /** The command with its arguments, for those who start it in a way of their own. */
    public static List<String> command(String... modes) {
        List<String> command = new ArrayList<>(List.of(
                javaExecutable(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                classPath(),
                StdioServerMain.class.getName()));
        command.addAll(List.of(modes));
        return command;
    }

    /** A script for {@code /bin/sh}. */
    public static StdioTransportSettings shell(String script) {
        return StdioTransportSettings.of(McpProcessSettings.of("/bin/sh", "-c", script));
    }

    /** The Java that runs this test. */
    public static String javaExecutable() {
        return Path.of(System.getProperty("java.home"), "bin", File.separatorChar == '\\' ? "java.exe" : "java")
                .toString();
    }

    private static String classPath() {
        try {
            return Path.of(StdioServerMain.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
