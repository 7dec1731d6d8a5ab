package io.mcpclient.observation;

import org.jspecify.annotations.Nullable;

import io.mcpclient.transport.McpPeer;

/** What is known of one request on the wire while it is observed. */
public class McpExchangeObservationContext extends McpClientObservationContext {

    private final String requestId;

    private final @Nullable String sessionId;

    /**
     * Creates the context of one exchange.
     * @param serverName configured name of the server
     * @param peer where the server is
     * @param message what is sent
     * @param requestId id of the request, as text
     * @param sessionId session that it goes to, as the server named it; or {@code null} if there is none
     */
    public McpExchangeObservationContext(
            String serverName, McpPeer peer, McpMessage message, String requestId, @Nullable String sessionId) {
        super(serverName, peer, message);
        this.requestId = requestId;
        this.sessionId = sessionId;
    }

    /**
     * Returns the id of the request.
     * @return the id as text
     */
    public String getRequestId() {
        return this.requestId;
    }

    /**
     * Returns the session that the request goes to. To some servers it is as good as a password: show it to nobody who may
     * not have it.
     * @return the id as the server gave it, or {@code null} in revisions and on transports without sessions
     */
    public @Nullable String getSessionId() {
        return this.sessionId;
    }
}
