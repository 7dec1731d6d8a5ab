package io.mcpclient.auth;

import io.mcpclient.store.McpStoreContract;

/** The store in memory keeps the contract of all stores. */
class InMemoryMcpTokenStoreTests extends McpStoreContract {

    private final McpTokenStore shared = new InMemoryMcpTokenStore();

    @Override
    protected McpTokenStore createStore() {
        return this.shared;
    }
}
