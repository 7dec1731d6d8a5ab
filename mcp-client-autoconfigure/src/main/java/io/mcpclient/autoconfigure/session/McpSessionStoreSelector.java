package io.mcpclient.autoconfigure.session;

import org.jspecify.annotations.Nullable;

import io.mcpclient.store.McpSessionStore;

/**
 * Selects the session store of each server. By default, all servers use the bean {@code mcpSessionStore}; a bean of this type
 * replaces that default, and may depend on that bean to use it for some servers:
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
     * Returns the store of a server. Called once, when its client is created.
     * @param server name of the server
     * @return its store, or {@code null} to store nothing for it
     */
    @Nullable
    McpSessionStore storeFor(String server);
}
