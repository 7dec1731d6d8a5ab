package io.mcpclient.settings;

/**
 * Handling of tool results that violate the output schema declared by the tool. Only successful results are validated, and only
 * those of tools that this client has listed before: validation never sends a request. Supported dialects: JSON Schema 2020-12
 * (the default if none is declared), 2019-09, draft-07, draft-06, draft-04.
 *
 * <p>A schema is unusable if it has another dialect, if it refers to other documents, which are never loaded, or if it is
 * larger than 2,000 subschemas or deeper than 32. An unusable schema affects only its own tool. A schema with a mistake, such as a
 * pattern that Java cannot compile, takes nothing away: results are returned without validation, and a warning is logged once for
 * each definition of the tool.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/tools">MCP: Tools</a>
 */
public enum McpOutputValidation {

    /**
     * The default. A result that violates the schema, or cannot be validated within the time limit, fails the call with an
     * {@link io.mcpclient.error.McpProtocolException}. A tool with an unusable schema is not called at all, because its results
     * would be discarded after the tool has done its work. The call fails with an
     * {@link io.mcpclient.error.McpRejectedException}, outcome {@code NOT_SENT}.
     */
    FAIL,

    /** The result is returned. A warning is logged once for each definition of a tool. */
    WARN,

    /** Results are not validated. */
    OFF
}
