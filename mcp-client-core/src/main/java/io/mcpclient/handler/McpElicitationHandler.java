package io.mcpclient.handler;

import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;

/**
 * Lets a server ask the user for input with a form ({@code elicitation/create}). The handler shows who asks and what for,
 * lets the user review, change and refuse (ELI-04 to ELI-06), and never makes an answer up: where there is no user, decline
 * or cancel (ELI-17). Nothing in a form may become a link (ELI-24), and what asks for a password or a key by a form breaks
 * the rules (ELI-32), which is logged.
 *
 * <p>Forms that the protocol does not allow do not get here. Fields that an accepted answer leaves out, or fills with
 * {@code null}, get the default of the form. An answer that then does not fit the form, or has fields that it does not
 * have, is not sent: the log names the field, and the server gets a neutral error (ELI-08, ELI-14, ELI-15). Whoever does not
 * answer in time has cancelled.
 *
 * <p>Called on a thread of its own, may block, and is interrupted when the server takes its request back. Must be
 * thread-safe: a server may ask several things at once. An exception is answered with a neutral error, its text stays
 * here; throw {@link McpRequestRefusedException} to say more.
 *
 * @see ReactiveMcpElicitationHandler
 * @see ElicitResult#acceptDefaults
 * @see "MCP 2025-11-25, client/elicitation, Form Mode (ELI-01 to ELI-17)"
 */
@FunctionalInterface
public interface McpElicitationHandler {

    /**
     * Answers one request.
     * @param params what the server asks for; untrusted
     * @param context who asks, and ways to report
     * @return the answer
     * @throws Exception if there is none
     */
    ElicitResult elicit(ElicitFormParams params, McpRequestContext context) throws Exception;
}
