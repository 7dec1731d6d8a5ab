package io.mcpclient.handler;

import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;

/**
 * Lets a server send the user to a web page ({@code elicitation/create} with a URL), for what must not pass through this
 * client, such as a payment or a password. The library opens nothing. The handler shows the whole address with its host,
 * asks for consent, and opens it in the browser of the user, where neither this application nor a model can look on; it
 * must not fetch it in any way (ELI-07, ELI-19 to ELI-23). {@link McpUrlPreview} takes it
 * apart and says what to warn of. {@code accept} means consent, not
 * that the user is done (ELI-25): that the server tells later, see {@link McpChangeListener#onElicitationComplete}. Only
 * {@code http} and {@code https} addresses get here, plain {@code http} only on this machine (ELI-33). A host that hands
 * addresses to other programs reads them with {@code McpNetworkPolicy.checkShown} too, which takes nothing that a shell
 * would take for a command (SEC-12).
 *
 * <p>Called on a thread of its own, may block, and is interrupted when the server takes its request back. Must be
 * thread-safe: a server may ask several things at once. An exception is answered with a neutral error, its text stays
 * here; throw {@link McpRequestRefusedException} to say more.
 *
 * @see ReactiveMcpUrlElicitationHandler
 * @see "MCP 2025-11-25, client/elicitation, URL Mode (ELI-18 to ELI-33)"
 */
@FunctionalInterface
public interface McpUrlElicitationHandler {

    /**
     * Answers one request.
     * @param params what the server asks for; untrusted
     * @param context who asks, and ways to report
     * @return the answer
     * @throws Exception if there is none
     */
    ElicitResult elicit(ElicitURLParams params, McpRequestContext context) throws Exception;
}
