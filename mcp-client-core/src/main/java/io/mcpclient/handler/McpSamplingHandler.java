package io.mcpclient.handler;

import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;

/**
 * Handler of a server's requests to the application's language model ({@code sampling/createMessage}). The handler selects
 * the model and decides whether a human has to approve, which the specification recommends for both the prompt and the
 * result. Context of other servers is never added. Tool calls of the model are returned to the server, which executes them.
 * Requests with tools whose support was not declared, and conversations with mismatched tool calls and tool results, are
 * rejected before the handler. A response that the server's revision cannot represent is not sent: up to 2025-06-18, that
 * is anything but a single block of text, image or (since 2025-03-26) audio.
 *
 * <p>The handler may modify or ignore preferences of the server, such as the system prompt, without notice. It selects the
 * model, see {@link io.mcpclient.schema.ModelPreferences}, and keeps the response within {@code maxTokens}. The library
 * stores no messages: a server sends all of them each time. The handler is also the place to limit the rate of requests and
 * the number of tool rounds, and to redact sensitive content.
 *
 * <p>Called on a dedicated thread, may block, and is interrupted when the server cancels its request. Must be thread-safe:
 * a server may send several requests concurrently. An exception is reported to the server as a generic error, without its
 * message; throw {@link McpRequestRefusedException} for a specific error.
 *
 * @see ReactiveMcpSamplingHandler
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/sampling">MCP: Sampling</a>
 */
@FunctionalInterface
public interface McpSamplingHandler {

    /**
     * Handles one request.
     * @param params parameters of the request; untrusted
     * @param context context of the request, with progress reporting
     * @return the response
     * @throws Exception if the request fails
     */
    CreateMessageResult createMessage(CreateMessageParams params, McpRequestContext context) throws Exception;

    /**
     * Returns whether this handler supports {@code tools} and {@code toolChoice}. Servers send them only to clients that
     * declare this support; otherwise, requests with them are rejected.
     * @return whether to declare sampling with tools, {@code false} by default
     */
    default boolean supportsTools() {
        return false;
    }
}
