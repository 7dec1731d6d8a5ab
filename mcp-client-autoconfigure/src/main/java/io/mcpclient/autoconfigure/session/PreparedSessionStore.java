package io.mcpclient.autoconfigure.session;

import io.mcpclient.autoconfigure.store.PreparedMcpStore;
import io.mcpclient.session.McpSessionStore;
import io.mcpclient.store.McpStore;

/** A store of sessions that is prepared before it is used. */
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
