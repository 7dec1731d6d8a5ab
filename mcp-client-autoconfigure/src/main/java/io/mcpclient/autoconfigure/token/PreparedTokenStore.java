package io.mcpclient.autoconfigure.token;

import io.mcpclient.autoconfigure.store.PreparedMcpStore;
import io.mcpclient.oauth.McpTokenStore;
import io.mcpclient.store.McpStore;

/** A store of tokens that is prepared before it is used. */
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
