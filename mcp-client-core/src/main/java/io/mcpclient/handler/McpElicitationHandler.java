package io.mcpclient.handler;

import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;

/**
 * Handler of requests for user input with a form ({@code elicitation/create}). The handler shows which server requests
 * which information, lets the user review, change and decline, and never invents a response: without a user, decline or
 * cancel. No part of a form may become a link. A form that requests a password or a key violates the specification, which
 * is logged.
 *
 * <p>Forms that the protocol does not allow are rejected before the handler. Fields that are missing or {@code null} in an
 * accepted response get the form's defaults. A response that then violates the form, or has unknown fields, is not sent:
 * the log names the field, and the server gets a generic error. A timeout counts as cancellation.
 *
 * <p>Called on a dedicated thread, may block, and is interrupted when the server cancels its request. Must be thread-safe:
 * a server may send several requests concurrently. An exception is reported to the server as a generic error, without its
 * message; throw {@link McpRequestRefusedException} for a specific error.
 *
 * @see ReactiveMcpElicitationHandler
 * @see ElicitResult#acceptDefaults
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation">MCP: Elicitation</a>
 */
@FunctionalInterface
public interface McpElicitationHandler {

    /**
     * Handles one request.
     * @param params parameters of the request; untrusted
     * @param context context of the request, with progress reporting
     * @return the response
     * @throws Exception if the request fails
     */
    ElicitResult elicit(ElicitFormParams params, McpRequestContext context) throws Exception;
}
