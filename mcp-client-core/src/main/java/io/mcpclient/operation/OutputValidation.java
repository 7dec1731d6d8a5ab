package io.mcpclient.operation;

/**
 * What happens when the result of a tool breaks the output schema that the tool declares. Only successful results are
 * checked, and only those of tools that this client has listed before: no request is ever sent for it. Dialects that are
 * understood: JSON Schema 2020-12, which is meant where none is declared, 2019-09, draft-07, draft-06, draft-04.
 *
 * <p>A schema is of no use if its dialect is another one, if it refers to other documents, which are never loaded, or if
 * it is larger than 2,000 subschemas or deeper than 32. It concerns its tool alone.
 *
 * @see "MCP 2025-11-25, server/tools, Output Schema (TOOL-14, TOOL-15, TOOL-22); basic, JSON Schema usage (JSC-01 to
 *     JSC-09); faults F28, F29"
 */
public enum OutputValidation {

    /**
     * The default. A result that breaks the schema, or cannot be checked in bounded time, fails the call with an
     * {@link io.mcpclient.error.McpProtocolException}. A tool whose schema is of no use is not called at all: its results
     * would be thrown away after the tool has done its work. The call fails with an
     * {@link io.mcpclient.error.McpRejectedException}, outcome {@code NOT_SENT}.
     */
    FAIL,

    /** The result is passed on. A warning is logged, once for each definition of a tool. */
    WARN,

    /** Nothing is checked. */
    OFF
}
