package io.mcpclient.handler;

import io.mcpclient.schema.CreateMessageParams;

/**
 * Decides whether a server may ask a language model of ours, before the {@linkplain McpSamplingHandler handler} does it: for
 * each request, with the prompt at hand. A user who is asked agrees to what the server will read, at whose expense it was made.
 *
 * <p>Called on a thread of its own, may block, must be thread-safe. A refusal is answered with the error of the protocol for it
 * ({@code -1}); an exception refuses, too.
 *
 * @see ReactiveMcpSamplingApproval
 * @see "MCP 2025-11-25, client/sampling (SMP-02, SMP-13, SMP-19); fault I11"
 */
@FunctionalInterface
public interface McpSamplingApproval {

    /**
     * Decides about one request.
     * @param params what the server asks for, within its budget; untrusted
     * @param context who asks
     * @return whether it may
     * @throws Exception if that cannot be said
     */
    boolean approve(CreateMessageParams params, McpRequestContext context) throws Exception;
}
