package io.mcpclient.transport.stdio;

/**
 * What becomes of the standard error of a server process. It is drained in every mode, and never taken for a sign of
 * failure.
 *
 * @see "MCP 2025-11-25, basic/transports, stdio (STD-08, STD-09); fault E13"
 */
public enum StderrMode {

    /**
     * Each line is logged at level INFO, made printable and at most a hundred lines in ten seconds. The last lines are
     * kept for the error that tells of the end of the process.
     */
    LOG,

    /** The same at level DEBUG. */
    DEBUG,

    /**
     * The output goes to nowhere. It costs nothing then, not even a thread; an error that tells of the end of the process
     * lacks its last words.
     */
    DISCARD
}
