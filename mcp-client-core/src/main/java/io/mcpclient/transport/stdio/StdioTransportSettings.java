package io.mcpclient.transport.stdio;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonLimits;

/**
 * Settings of a server that is a child process. Immutable; {@code toString} shows neither arguments nor values of
 * variables.
 *
 * @param command program to start: a path, or a name that is looked up in the {@code PATH} of this process
 * @param args its arguments, each passed on as one, never through a shell
 * @param env variables for the child, by name
 * @param inheritEnv names of variables of this process that the child sees too; nothing else of our environment reaches
 *     it but, on Linux, {@code MCP_CLIENT_PROCESS}, by which its descendants are found. Names that are not set are
 *     skipped, {@code env} takes precedence
 * @param workingDirectory directory that the child starts in, or {@code null} for that of this process
 * @param stderr what becomes of the standard error
 * @param maxMessageSize bytes of one message, at least 1024
 * @param shutdownTimeout limit for ending the process with all its descendants, positive; closing its input, asking it
 *     to end and killing it all happen within
 * @see "MCP 2025-11-25, basic/transports, stdio (STD-02, STD-19); faults E21, E22"
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
     * Variables that a child inherits unless told otherwise: {@code PATH} and {@code HOME}, and on Windows those that
     * programs do not run without.
     */
    public static final List<String> DEFAULT_INHERIT_ENV = (File.separatorChar == '\\')
            ? List.of("PATH", "PATHEXT", "SystemRoot", "SystemDrive", "TEMP", "TMP", "USERPROFILE", "APPDATA")
            : List.of("PATH", "HOME");

    /**
     * Checks and copies the settings.
     * @throws IllegalArgumentException if the command is blank, a limit is too small, or something cannot be passed to a
     *     process; the message shows no values
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
     * Creates settings with all defaults: no variables but the inherited ones, standard error logged, messages of up to
     * 16 MiB, 5 seconds to end.
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
     * Copies these settings with other variables.
     * @param env variables for the child, by name
     * @return the copy
     */
    public StdioTransportSettings withEnv(Map<String, String> env) {
        return new StdioTransportSettings(
                command, args, env, inheritEnv, workingDirectory, stderr, maxMessageSize, shutdownTimeout);
    }

    /**
     * Copies these settings with other inherited variables.
     * @param inheritEnv names of variables of this process
     * @return the copy
     */
    public StdioTransportSettings withInheritEnv(List<String> inheritEnv) {
        return new StdioTransportSettings(
                command, args, env, inheritEnv, workingDirectory, stderr, maxMessageSize, shutdownTimeout);
    }

    /**
     * Copies these settings with another directory.
     * @param workingDirectory directory that the child starts in, or {@code null} for that of this process
     * @return the copy
     */
    public StdioTransportSettings withWorkingDirectory(@Nullable Path workingDirectory) {
        return new StdioTransportSettings(
                command, args, env, inheritEnv, workingDirectory, stderr, maxMessageSize, shutdownTimeout);
    }

    /**
     * Copies these settings with another use of the standard error.
     * @param stderr what becomes of it
     * @return the copy
     */
    public StdioTransportSettings withStderr(StderrMode stderr) {
        return new StdioTransportSettings(
                command, args, env, inheritEnv, workingDirectory, stderr, maxMessageSize, shutdownTimeout);
    }

    /**
     * Copies these settings with another limit.
     * @param maxMessageSize bytes of one message, at least 1024
     * @return the copy
     */
    public StdioTransportSettings withMaxMessageSize(int maxMessageSize) {
        return new StdioTransportSettings(
                command, args, env, inheritEnv, workingDirectory, stderr, maxMessageSize, shutdownTimeout);
    }

    /**
     * Copies these settings with another limit.
     * @param shutdownTimeout limit for ending the process with all its descendants, positive
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
