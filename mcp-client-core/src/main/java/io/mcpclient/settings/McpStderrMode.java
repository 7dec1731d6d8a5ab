package io.mcpclient.settings;

/**
 * Handling of the standard error of a server process. It is drained in every mode, and never treated as a sign of failure.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio">MCP: Transports, stdio</a>
 */
public enum McpStderrMode {

    /**
     * Logs each line at level INFO, made printable and limited to a hundred lines in ten seconds. The last lines are kept for
     * the error that reports the end of the process.
     */
    LOG,

    /** Like {@link #LOG}, at level DEBUG. */
    DEBUG,

    /**
     * Discards the output, which costs nothing, not even a thread. An error that reports the end of the process then lacks the
     * last output.
     */
    DISCARD
}
