package io.mcpclient.schema;

/**
 * Response to an {@link InputRequest}, sent without the JSON-RPC envelope.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">
 *     MCP: Multi Round-Trip Requests</a>
 */
public interface InputResponse {}
