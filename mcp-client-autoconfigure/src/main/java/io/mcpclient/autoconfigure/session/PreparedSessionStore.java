package io.mcpclient.autoconfigure.session;

import io.mcpclient.autoconfigure.store.PreparedMcpStore;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStore;

/** Session store that is prepared before its first use. */
final class PreparedSessionStore extends PreparedMcpStore implements McpSessionStore {

    PreparedSessionStore(McpStore store, Runnable preparation) {
        super(store, "session", preparation);
    }

    @Override
    public PreparedSessionStore warmUp() {
        super.warmUp();
        return this;
    }
}
