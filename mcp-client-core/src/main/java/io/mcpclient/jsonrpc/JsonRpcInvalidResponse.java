package io.mcpclient.jsonrpc;

/**
 * Answer whose id is readable and whose rest breaks a rule: both result and error, neither, a result that is no object
 * or not of the expected shape. It fails the one request that it names and nothing else.
 *
 * @param id id of the request
 * @param problem what is wrong, fit for a message
 * @see "MCP 2025-11-25, basic, Responses (RPC-09); faults F06, F07"
 */
public record JsonRpcInvalidResponse(JsonRpcId id, String problem) implements JsonRpcMessage {}
