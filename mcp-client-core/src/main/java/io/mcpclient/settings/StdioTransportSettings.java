package io.mcpclient.settings;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonLimits;

/**
 * Settings of a server that runs as a child process. Immutable; {@code toString} shows neither arguments nor values of
 * variables.
 *
 * @param command program to start: a path, or a name that is resolved in the {@code PATH} of this process
 * @param args its arguments, each passed as a single argument, never through a shell
 * @param env environment variables of the child, by name
 * @param inheritEnv names of variables of this process that the child inherits. It gets no other variable of this process,
 *     except, on Linux, {@code MCP_CLIENT_PROCESS}, which identifies its descendants. Names that are not set are skipped;
 *     {@code env} takes precedence
 * @param workingDirectory working directory of the child, or {@code null} for that of this process
 * @param stderr handling of standard error
 * @param maxMessageSize maximum size of a message in bytes, at least 1024
 * @param shutdownTimeout limit for stopping the process and all its descendants, positive; it includes closing the input,
 *     requesting termination and killing
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio">MCP: Transports, stdio</a>
 */
public record StdioTransportSettings(
        String command,
        List<String> args,
        Map<String, String> env,
        List<String> inheritEnv,
        @Nullable Path workingDirectory,
        StderrMode stderr,
        int maxMessageSize,
        Duration shutdownTimeout) {

    /**
     * Variables that a child inherits by default: {@code PATH} and {@code HOME}, and on Windows those that programs need to
     * run.
     */
    public static final List<String> DEFAULT_INHERIT_ENV = (File.separatorChar == '\\')
            ? List.of("PATH", "PATHEXT", "SystemRoot", "SystemDrive", "TEMP", "TMP", "USERPROFILE", "APPDATA")
            : List.of("PATH", "HOME");

    /**
     * Checks and copies the settings.
     * @throws IllegalArgumentException if the command is blank, a limit is too small, or a value cannot be passed to a process;
     *     the message shows no values
     */
    public StdioTransportSettings {
        args = List.copyOf(args);
        env = Map.copyOf(env);
        inheritEnv = List.copyOf(inheritEnv);
        require(!command.isBlank() && isPassable(command), "command is blank or has a NUL character");
        require(args.stream().allMatch(StdioTransportSettings::isPassable), "args: one has a NUL character");
        require(
                env.keySet().stream().allMatch(StdioTransportSettings::isName),
                "env: a name is empty, or has a NUL character or \"=\"");
        require(env.values().stream().allMatch(StdioTransportSettings::isPassable), "env: a value has a NUL character");
        require(
                inheritEnv.stream().allMatch(StdioTransportSettings::isName),
                "inherit-env: a name is empty, or has a NUL character or \"=\"");
        require(maxMessageSize >= 1024, "max-message-size is less than 1024");
        require(!shutdownTimeout.isZero() && !shutdownTimeout.isNegative(), "shutdown-timeout is not positive");
    }

    /**
     * Creates settings with default values: only inherited variables, standard error logged, messages of up to 16 MiB, 5
     * seconds to stop.
     * @param command program to start
     * @param args its arguments
     * @return the settings
     */
    public static StdioTransportSettings of(String command, String... args) {
        return new StdioTransportSettings(
                command,
                List.of(args),
                Map.of(),
                DEFAULT_INHERIT_ENV,
                null,
                StderrMode.LOG,
                JsonLimits.DEFAULT.maxMessageSize(),
                Duration.ofSeconds(5));
    }

    /**
     * Returns a copy with other environment variables.
     * @param env environment variables of the child, by name
     * @return the copy
     */
    public StdioTransportSettings withEnv(Map<String, String> env) {
        return new StdioTransportSettings(
                command, args, env, inheritEnv, workingDirectory, stderr, maxMessageSize, shutdownTimeout);
    }

    /**
     * Returns a copy with other inherited variables.
     * @param inheritEnv names of variables of this process
     * @return the copy
     */
    public StdioTransportSettings withInheritEnv(List<String> inheritEnv) {
        return new StdioTransportSettings(
                command, args, env, inheritEnv, workingDirectory, stderr, maxMessageSize, shutdownTimeout);
    }

    /**
     * Returns a copy with another working directory.
     * @param workingDirectory working directory of the child, or {@code null} for that of this process
     * @return the copy
     */
    public StdioTransportSettings withWorkingDirectory(@Nullable Path workingDirectory) {
        return new StdioTransportSettings(
                command, args, env, inheritEnv, workingDirectory, stderr, maxMessageSize, shutdownTimeout);
    }

    /**
     * Returns a copy with another handling of standard error.
     * @param stderr handling of standard error
     * @return the copy
     */
    public StdioTransportSettings withStderr(StderrMode stderr) {
        return new StdioTransportSettings(
                command, args, env, inheritEnv, workingDirectory, stderr, maxMessageSize, shutdownTimeout);
    }

    /**
     * Returns a copy with another maximum message size.
     * @param maxMessageSize maximum size of a message in bytes, at least 1024
     * @return the copy
     */
    public StdioTransportSettings withMaxMessageSize(int maxMessageSize) {
        return new StdioTransportSettings(
                command, args, env, inheritEnv, workingDirectory, stderr, maxMessageSize, shutdownTimeout);
    }

    /**
     * Returns a copy with another shutdown timeout.
     * @param shutdownTimeout limit for stopping the process and all its descendants, positive
     * @return the copy
     */
    public StdioTransportSettings withShutdownTimeout(Duration shutdownTimeout) {
        return new StdioTransportSettings(
                command, args, env, inheritEnv, workingDirectory, stderr, maxMessageSize, shutdownTimeout);
    }

    private static boolean isPassable(String text) {
        return text.indexOf('\0') < 0;
    }

    private static boolean isName(String name) {
        return !name.isEmpty() && isPassable(name) && name.indexOf('=') < 0;
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(problem);
        }
    }

    @Override
    public String toString() {
        return "StdioTransportSettings[command=" + this.command + ", args=" + this.args.size() + ", env="
                + this.env.keySet() + ", inheritEnv=" + this.inheritEnv + ", stderr=" + this.stderr + "]";
    }
}
