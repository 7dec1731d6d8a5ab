package io.mcpclient.jsonrpc;

/**
 * Response with a valid id but invalid content: both result and error, neither, a result that is not an object or does not
 * match the expected type. It fails only the request with that id.
 *
 * @param id id of the request
 * @param problem the problem, suitable for a message
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic">MCP: Responses</a>
 */
public record JsonRpcInvalidResponse(JsonRpcId id, String problem) implements JsonRpcMessage {}
