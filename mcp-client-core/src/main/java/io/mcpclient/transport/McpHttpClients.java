package io.mcpclient.transport;

import io.mcpclient.internal.http.PooledHttpClients;

/**
 * The HTTP resources that the clients of an application share: event loops, and TLS contexts of the same settings. Each client
 * has a connection pool of its own, so that calls that hang at one server never delay calls to another. Thread-safe.
 *
 * <p>Needed only by applications that build several clients themselves; the starter has one for all servers. Clients created
 * without one share event loops all the same. Holds nothing that must be closed.
 */
public interface McpHttpClients {

    /**
     * Creates shared resources.
     * @return resources for any number of clients
     */
    static McpHttpClients create() {
        return new PooledHttpClients();
    }
}
