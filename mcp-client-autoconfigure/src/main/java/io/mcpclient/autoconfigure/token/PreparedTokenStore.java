package io.mcpclient.autoconfigure.token;

import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.autoconfigure.store.PreparedMcpStore;
import io.mcpclient.store.McpStore;

/** Token store that is prepared before its first use. */
final class PreparedTokenStore extends PreparedMcpStore implements McpTokenStore {

    PreparedTokenStore(McpStore store, Runnable preparation) {
        super(store, "token", preparation);
    }

    @Override
    public PreparedTokenStore warmUp() {
        super.warmUp();
        return this;
    }
}
