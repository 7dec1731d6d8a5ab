package io.mcpclient.auth;

import io.mcpclient.store.McpStoreContract;
import io.mcpclient.testkit.Slow;

/** The store in memory keeps the contract of all stores. */
@Slow
class InMemoryMcpTokenStoreTests extends McpStoreContract {

    private final McpTokenStore shared = new InMemoryMcpTokenStore();

    @Override
    protected McpTokenStore createStore() {
        return this.shared;
    }
}
