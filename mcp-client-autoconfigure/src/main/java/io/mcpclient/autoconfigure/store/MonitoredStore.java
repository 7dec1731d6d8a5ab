package io.mcpclient.autoconfigure.store;

import io.mcpclient.store.McpStoreStatus;

/** A store that knows how it is. Thread-safe. */
public interface MonitoredStore {

    /**
     * Tells how its last use ended. Costs no use of the store.
     * @return its status
     */
    McpStoreStatus status();
}
