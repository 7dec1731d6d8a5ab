package io.mcpclient.handler;

import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;

/**
 * Handler of a server's requests to send the user to a web page ({@code elicitation/create} with a URL), for interactions
 * that must not pass through this client, such as a payment or a password. The library opens no page. The handler shows the
 * complete URL with its host, asks for consent, and opens it in the user's browser, which neither this application nor a
 * model can observe; it must not fetch the URL in any way. {@link McpUrlPreview} parses the URL and reports what to warn
 * about. {@code accept} means consent, not completion: the server reports completion later, see
 * {@link McpChangeListener#onElicitationComplete}. Only {@code http} and {@code https} URLs reach the handler, plain
 * {@code http} only for this machine. An application that passes URLs to other programs should also check them with
 * {@code McpNetworkPolicy.checkShown}, which rejects everything that a shell might interpret as a command.
 *
 * <p>Called on a dedicated thread, may block, and is interrupted when the server cancels its request. Must be thread-safe:
 * a server may send several requests concurrently. An exception is reported to the server as a generic error, without its
 * message; throw {@link McpRequestRefusedException} for a specific error.
 *
 * @see ReactiveMcpUrlElicitationHandler
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation">MCP: Elicitation</a>
 */
@FunctionalInterface
public interface McpUrlElicitationHandler {

    /**
     * Handles one request.
     * @param params parameters of the request; untrusted
     * @param context context of the request, with progress reporting
     * @return the response
     * @throws Exception if the request fails
     */
    ElicitResult elicit(ElicitURLParams params, McpRequestContext context) throws Exception;
}
