package io.mcpclient.autoconfigure.store;

import io.mcpclient.store.McpStoreStatus;

/** Store that reports its own status. Thread-safe. */
public interface MonitoredStore {

    /**
     * Returns the outcome of the last operation. Does not use the store.
     * @return status of the store
     */
    McpStoreStatus status();
}
