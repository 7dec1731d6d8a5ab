package io.mcpclient.handler;

import java.util.List;

import io.mcpclient.schema.Root;

/**
 * Tells a server which directories and files it may work on ({@code roots/list}). Only {@code file} URIs (ROOT-03), and
 * only what the server is permitted to see (ROOT-07): if any of them is no {@code file} URI, or has {@code ..} in its path,
 * none is sent, and the log says which. After a change call {@code notifyRootsChanged} of the client.
 *
 * <p>That the user has agreed to what is named, that it can be reached, and that changes are noticed, is up to the provider
 * (ROOT-08). Roots tell a server where to work and do not keep it there: what it must not reach has to be out of its reach
 * (ROOT-09).
 *
 * <p>Called on a thread of its own, may block, and is interrupted when the server takes its request back. Must be
 * thread-safe: a server may ask several things at once. An exception is answered with a neutral error, its text stays
 * here; throw {@link McpRequestRefusedException} to say more.
 *
 * @see ReactiveMcpRootsProvider
 * @see "MCP 2025-11-25, client/roots (ROOT-01 to ROOT-08)"
 */
@FunctionalInterface
public interface McpRootsProvider {

    /**
     * Answers one request.
     * @param context who asks, and ways to report
     * @return the answer
     * @throws Exception if there is none
     */
    List<Root> roots(McpRequestContext context) throws Exception;
}
