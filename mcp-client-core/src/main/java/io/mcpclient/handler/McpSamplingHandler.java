package io.mcpclient.handler;

import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;

/**
 * Lets a server ask a language model of ours ({@code sampling/createMessage}). The handler decides which model answers, and
 * whether a human has to agree first, which the specification recommends for the prompt and for what comes out (SMP-02).
 * Context of other servers is never added for it (SMP-21). Tool calls of the model go back to the server, which runs them
 * (SMP-11). Requests with tools that were not offered, and conversations in which calls of tools and their results do not
 * fit together, do not get here (SMP-09, SMP-12). An answer that the revision of the server cannot carry is not sent: up to
 * 2025-06-18 that is anything but one block of text, image or (from 2025-03-26) audio (SMP-16).
 *
 * <p>The handler may change or leave out what the server wishes, such as the system prompt, without telling it (SMP-06). It
 * selects the model, see {@link io.mcpclient.schema.ModelPreferences}, and keeps the answer within {@code maxTokens} (SMP-05).
 * The library keeps nothing of the messages: a server sends all of them each time (SMP-17). The handler is also the place to bound how often a server may
 * ask and how many rounds of tools there may be (SMP-19), and to keep back what is sensitive (SMP-20).
 *
 * <p>Called on a thread of its own, may block, and is interrupted when the server takes its request back. Must be
 * thread-safe: a server may ask several things at once. An exception is answered with a neutral error, its text stays
 * here; throw {@link McpRequestRefusedException} to say more.
 *
 * @see ReactiveMcpSamplingHandler
 * @see "MCP 2025-11-25, client/sampling (SMP-01 to SMP-21)"
 */
@FunctionalInterface
public interface McpSamplingHandler {

    /**
     * Answers one request.
     * @param params what the server asks for; untrusted
     * @param context who asks, and ways to report
     * @return the answer
     * @throws Exception if there is none
     */
    CreateMessageResult createMessage(CreateMessageParams params, McpRequestContext context) throws Exception;

    /**
     * Tells whether this handler understands {@code tools} and {@code toolChoice}. Servers send them only to clients that
     * say so, and requests with them are refused otherwise (SMP-09).
     * @return whether to offer sampling with tools, by default not
     */
    default boolean supportsTools() {
        return false;
    }
}
