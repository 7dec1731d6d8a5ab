package io.mcpclient.handler;

import io.mcpclient.schema.CreateMessageParams;

/**
 * Approval of a server's sampling requests, with the prompt, before the {@linkplain McpSamplingHandler handler}. A user who
 * approves agrees to the prompt, to its cost, and that the server reads the result.
 *
 * <p>Called on a dedicated thread, may block, must be thread-safe. A denial is reported to the server with the error code
 * of the protocol ({@code -1}); an exception denies the request, too.
 *
 * @see ReactiveMcpSamplingApproval
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/sampling">MCP: Sampling</a>
 */
@FunctionalInterface
public interface McpSamplingApproval {

    /**
     * Decides about one request.
     * @param params parameters of the request, within the budget; untrusted
     * @param context context of the request
     * @return whether the request is approved
     * @throws Exception if no decision is possible
     */
    boolean approve(CreateMessageParams params, McpRequestContext context) throws Exception;
}
