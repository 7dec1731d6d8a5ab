package io.mcpclient.internal.stdio;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.settings.McpStderrMode;
import io.mcpclient.support.ApplicationCode;
import io.mcpclient.text.SafeText;

/**
 * Failures of a server process, as one table. Names the command, never its arguments or variables.
 *
 * <table>
 * <caption>failures</caption>
 * <tr><th>failure</th><th>error</th><th>outcome</th></tr>
 * <tr><td>the process cannot be started, or its output not be read</td><td>connection</td><td>not sent</td></tr>
 * <tr><td>it exited, closed one of its streams, or wrote an endless line</td><td>connection</td>
 * <td>unknown; not sent if no part of the message was written</td></tr>
 * <tr><td>the queue of outgoing messages is full</td><td>rejected: overload</td><td>not sent</td></tr>
 * <tr><td>the response is too long a line, or too deep or long for JSON</td><td>protocol: limit</td><td>unknown</td></tr>
 * <tr><td>the transport is closed</td><td>rejected: closed</td><td>not sent</td></tr>
 * </table>
 *
 * @see "faults E01, E02, E03, E15, E23"
 */
final class StdioFailures {

    /** The format of JDKs up to 24, and of later ones. */
    private static final Pattern ERROR_CODE = Pattern.compile("\\berror(?:=|: )(\\d+)");

    private static final String CHECK_ENVIRONMENT =
            "Check the command, and that inherit-env and env pass the variables it needs, such as PATH.";

    private final String serverName;

    private final StdioTransportSettings settings;

    StdioFailures(String serverName, StdioTransportSettings settings) {
        this.serverName = serverName;
        this.settings = settings;
    }

    /** Translates the exceptions of this package; returns errors that are already translated unchanged. */
    RuntimeException translate(String operation, Throwable error, boolean begun) {
        Throwable cause = Exceptions.unwrap(error);
        if (cause instanceof ServerGoneException gone) {
            return new McpConnectionException(
                    details(operation, begun ? McpOutcome.UNKNOWN : McpOutcome.NOT_SENT, gone.problem())
                            .withRemedy(gone.remedy()));
        }
        if (cause instanceof OutgoingMessages.QueueFullException) {
            return new McpRejectedException(
                    details(
                                    operation,
                                    McpOutcome.NOT_SENT,
                                    "the server does not read its input, and the queue of outgoing messages is full")
                            .withRemedy(
                                    "Make fewer concurrent calls, or check why the server does not read its input."),
                    McpRejectedException.Reason.OVERLOAD);
        }
        if (cause instanceof IncomingLines.ResponseTooLargeException answer) {
            return tooLarge(operation, answer);
        }
        if (cause instanceof IncomingLines.NotUtf8Exception) {
            return new McpProtocolException(
                    details(operation, McpOutcome.UNKNOWN, "the response is not UTF-8")
                            .withRemedy("Let the server write UTF-8, for Python by PYTHONUTF8=1 in mcp.servers."
                                    + this.serverName + ".env."),
                    McpProtocolException.Reason.MALFORMED);
        }
        return (cause instanceof RuntimeException unchecked) ? unchecked : Exceptions.propagate(cause);
    }

    private McpException tooLarge(String operation, IncomingLines.ResponseTooLargeException answer) {
        MalformedMessageException limit = answer.limit();
        String problem = (limit != null)
                ? "the response exceeds a limit: " + limit.getMessage()
                : "the response is larger than " + this.settings.maxMessageSize() + " bytes";
        String property = (limit != null) ? limit.property() : "max-message-size";
        String remedy =
                "Raise mcp.servers." + this.serverName + "." + property + " if responses of this size are expected.";
        return new McpProtocolException(
                details(operation, McpOutcome.UNKNOWN, problem).withRemedy((property != null) ? remedy : null),
                McpProtocolException.Reason.LIMIT);
    }

    McpException closed(String operation) {
        return new McpRejectedException(
                details(operation, McpOutcome.NOT_SENT, "the client is closed"), McpRejectedException.Reason.CLOSED);
    }

    /** The JVM is exiting, and starts no process that would outlive it. */
    McpException notStartedAtExit() {
        return new McpConnectionException(notSent("the server process was not started: the JVM is exiting", null));
    }

    /** The process could not be started. Messages of the JDK contain only the name of the program and the reason. */
    McpException notStarted(Exception cause) {
        Matcher error = ERROR_CODE.matcher(String.valueOf(cause.getMessage()));
        String code = error.find() ? error.group(1) : "";
        String command = "the command \"" + SafeText.excerpt(this.settings.shownCommand()) + "\"";
        McpErrorDetails details;
        if (cause instanceof Launcher.UnsafeCommandException unsafe) {
            details = notSent(command + " was not started: " + unsafe.getMessage(), unsafe.remedy());
        } else if (!(cause instanceof IOException)) {
            details = notSent(command + " cannot be started", CHECK_ENVIRONMENT);
        } else if (this.settings.workingDirectory() != null
                && !this.settings.workingDirectory().toFile().isDirectory()) {
            details = notSent(
                    command + " cannot be started: its working directory "
                            + SafeText.excerpt(String.valueOf(
                                    this.settings.workingDirectory().toAbsolutePath()))
                            + " is not a directory",
                    "Check working-directory.");
        } else if (code.equals("2")) {
            details = notSent(
                    command + " was not found",
                    hasBlank(this.settings.command())
                            ? "Set command to the program alone, and args to its arguments."
                            : "Check its spelling and the PATH of this process, or give its full path.");
        } else if (code.equals("13")) {
            details = notSent(
                    command + " is not executable", "Check that it is a program and that this process may execute it.");
        } else if (code.equals("7")) {
            details = notSent(
                    command + " cannot be started: its arguments and environment variables are too large", null);
        } else {
            details = notSent(command + " cannot be started", CHECK_ENVIRONMENT);
        }
        return new McpConnectionException(details);
    }

    /** The process was started, and no thread to read its output. */
    McpException notRead(Throwable cause) {
        return new McpConnectionException(notSent(
                        "the output of the server process cannot be read, and the process is ended: "
                                + ApplicationCode.describe(cause),
                        "Check the limits of threads, processes and memory of this application.")
                .withCause(cause));
    }

    private static boolean hasBlank(String command) {
        return command.chars().anyMatch(Character::isWhitespace);
    }

    /** The current process exited. */
    ServerGoneException exited(int exitCode, String lastWords, Map<String, String> environment) {
        String how = (exitCode > 128 && exitCode <= 128 + 64)
                ? "was terminated by signal " + (exitCode - 128)
                : "exited with code " + exitCode;
        String remedy = lastWords.isEmpty() ? withoutWords(environment) : null;
        if (exitCode == 126 || exitCode == 127) {
            remedy = CHECK_ENVIRONMENT;
        }
        return new ServerGoneException("the server process " + how + lastWords(lastWords), remedy);
    }

    /** A failed installation of {@code npx} is only described in the log of npm. */
    private String withoutWords(Map<String, String> environment) {
        String logs = NpmLogs.folder(this.settings.command(), this.settings.args(), environment);
        String wrote = (this.settings.stderr() == McpStderrMode.DISCARD)
                ? "What it wrote to stderr was discarded: set mcp.servers." + this.serverName + ".stderr to log. "
                : "It wrote nothing to stderr. ";
        return wrote + "Run the command in a terminal to see why it ends"
                + ((logs != null) ? ", and read the newest log in " + SafeText.excerpt(logs) + "." : ".");
    }

    /** The process is still running, but has closed one of its streams. */
    static ServerGoneException streamClosed(String stream, String lastWords) {
        return new ServerGoneException("the server process closed its " + stream + lastWords(lastWords), null);
    }

    /** The process writes a line that never ends. */
    ServerGoneException endlessLine(String lastWords) {
        return new ServerGoneException(
                "the server process wrote more than " + (long) LineSplitter.ENDLESS * this.settings.maxMessageSize()
                        + " bytes to its standard output without a line break and is terminated" + lastWords(lastWords),
                "Check that the command is an MCP server over stdio, or raise max-message-size.");
    }

    private static String lastWords(String text) {
        return text.isEmpty() ? "" : "; its last output on stderr: " + text;
    }

    /** The error for listeners of the connection as a whole. */
    McpException ofConnection(ServerGoneException gone) {
        return new McpConnectionException(
                details("connection", McpOutcome.UNKNOWN, gone.problem()).withRemedy(gone.remedy()));
    }

    private McpErrorDetails notSent(String problem, @Nullable String remedy) {
        return details("start", McpOutcome.NOT_SENT, problem).withRemedy(remedy);
    }

    private McpErrorDetails details(String operation, McpOutcome outcome, String problem) {
        return McpErrorDetails.of(this.serverName, operation, outcome, problem);
    }

    /** Why there is no running server. Never leaves the package: each call gets an exception of its own from it. */
    static final class ServerGoneException extends RuntimeException {

        private final String problem;

        private final @Nullable String remedy;

        /** Both texts are suitable for messages. */
        ServerGoneException(String problem, @Nullable String remedy) {
            super(problem, null, false, false);
            this.problem = problem;
            this.remedy = remedy;
        }

        static ServerGoneException notStarted() {
            return new ServerGoneException("the server process is not started", null);
        }

        static ServerGoneException endedByUs() {
            return new ServerGoneException("the server process was stopped by this client", null);
        }

        String problem() {
            return this.problem;
        }

        @Nullable
        String remedy() {
            return this.remedy;
        }
    }
}
