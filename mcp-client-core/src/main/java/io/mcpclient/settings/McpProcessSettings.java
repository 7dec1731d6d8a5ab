package io.mcpclient.settings;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConfigurationException;

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
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio">MCP: Transports, stdio</a>
 */
public record McpProcessSettings(
        String command,
        List<String> args,
        Map<String, String> env,
        List<String> inheritEnv,
        @Nullable Path workingDirectory,
        McpStderrMode stderr)
        implements McpEndpointSettings {

    /**
     * Variables that a child inherits by default: {@code PATH} and {@code HOME}, and on Windows those that programs need to
     * run.
     */
    public static final List<String> DEFAULT_INHERIT_ENV = (File.separatorChar == '\\')
            ? List.of("PATH", "PATHEXT", "SystemRoot", "SystemDrive", "TEMP", "TMP", "USERPROFILE", "APPDATA")
            : List.of("PATH", "HOME");

    /**
     * Checks and copies the settings.
     * @throws McpConfigurationException if the command is blank, or a value cannot be passed to a process; the message shows no
     *     values
     */
    public McpProcessSettings {
        args = List.copyOf(args);
        env = Map.copyOf(env);
        inheritEnv = List.copyOf(inheritEnv);
        check(!command.isBlank() && isPassable(command), "command", "is blank or has a NUL character");
        check(args.stream().allMatch(McpProcessSettings::isPassable), "args", "has an argument with a NUL character");
        check(
                env.keySet().stream().allMatch(McpProcessSettings::isName),
                "env",
                "has a name that is empty, or has a NUL character or \"=\"");
        check(
                env.values().stream().allMatch(McpProcessSettings::isPassable),
                "env",
                "has a value with a NUL character");
        check(
                inheritEnv.stream().allMatch(McpProcessSettings::isName),
                "inherit-env",
                "has a name that is empty, or has a NUL character or \"=\"");
    }

    /**
     * Returns the command as it may be shown in logs and errors: some are written with their arguments.
     * @return the first word if there are more, which are arguments that may be secrets, and an ellipsis; the command itself if it is the
     *     path of a file
     */
    public String shownCommand() {
        String first = this.command.strip().split("\\s", 2)[0];
        return (first.equals(this.command.strip()) || isFile(this.command)) ? this.command : first + " …";
    }

    /**
     * Creates settings with default values: only inherited variables, standard error logged.
     * @param command program to start
     * @param args its arguments
     * @return the settings
     */
    public static McpProcessSettings of(String command, String... args) {
        return new McpProcessSettings(command, List.of(args), Map.of(), DEFAULT_INHERIT_ENV, null, McpStderrMode.LOG);
    }

    /**
     * Returns a copy with other environment variables.
     * @param env environment variables of the child, by name
     * @return the copy
     */
    public McpProcessSettings withEnv(Map<String, String> env) {
        return new McpProcessSettings(
                this.command, this.args, env, this.inheritEnv, this.workingDirectory, this.stderr);
    }

    /**
     * Returns a copy with other inherited variables.
     * @param inheritEnv names of variables of this process
     * @return the copy
     */
    public McpProcessSettings withInheritEnv(List<String> inheritEnv) {
        return new McpProcessSettings(
                this.command, this.args, this.env, inheritEnv, this.workingDirectory, this.stderr);
    }

    /**
     * Returns a copy with another working directory.
     * @param workingDirectory working directory of the child, or {@code null} for that of this process
     * @return the copy
     */
    public McpProcessSettings withWorkingDirectory(@Nullable Path workingDirectory) {
        return new McpProcessSettings(
                this.command, this.args, this.env, this.inheritEnv, workingDirectory, this.stderr);
    }

    /**
     * Returns a copy with another handling of standard error.
     * @param stderr handling of standard error
     * @return the copy
     */
    public McpProcessSettings withStderr(McpStderrMode stderr) {
        return new McpProcessSettings(
                this.command, this.args, this.env, this.inheritEnv, this.workingDirectory, stderr);
    }

    private static boolean isFile(String command) {
        try {
            return Files.exists(Path.of(command));
        } catch (InvalidPathException ex) {
            return false;
        }
    }

    private static boolean isPassable(String text) {
        return text.indexOf('\0') < 0;
    }

    private static boolean isName(String name) {
        return !name.isEmpty() && isPassable(name) && name.indexOf('=') < 0;
    }

    private static void check(boolean condition, String property, String problem) {
        if (!condition) {
            throw SettingChecks.invalid(property, problem, "Correct it.");
        }
    }

    @Override
    public String toString() {
        return "McpProcessSettings[command=" + this.command + ", args=" + this.args.size() + ", env="
                + this.env.keySet() + ", inheritEnv=" + this.inheritEnv + ", stderr=" + this.stderr + "]";
    }
}
