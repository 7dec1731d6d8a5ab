package io.mcpclient.autoconfigure.session;

import org.jspecify.annotations.Nullable;

import io.mcpclient.session.McpSessionStore;

/**
 * Decides for each server where its session is remembered. A bean of this type takes the place of the decision that all
 * servers use the bean {@code mcpSessionStore}; it may be made with that bean, to use it for some of them:
 *
 * <pre>
 * &#64;Bean
 * McpSessionStoreSelector selector(McpSessionStore mcpSessionStore) {
 *     return server -&gt; server.equals("scratchpad") ? null : mcpSessionStore;
 * }
 * </pre>
 */
@FunctionalInterface
public interface McpSessionStoreSelector {

    /**
     * Returns the store of a server. Called once, when its client is made.
     * @param server name of the server
     * @return its store, or {@code null} if nothing is to be remembered about it
     */
    @Nullable
    McpSessionStore storeFor(String server);
}
