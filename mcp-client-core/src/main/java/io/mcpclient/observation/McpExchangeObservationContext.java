package io.mcpclient.observation;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import org.jspecify.annotations.Nullable;

import io.mcpclient.observation.McpClientObservationDocumentation.HighCardinalityKeys;
import io.mcpclient.transport.McpPeer;

/** Context of one observed request on the wire. */
public class McpExchangeObservationContext extends McpClientObservationContext {

    private final String requestId;

    private final @Nullable String sessionId;

    private volatile @Nullable KeyValues identity;

    /**
     * Creates the context of one exchange.
     * @param serverName configured name of the server
     * @param peer address and transport of the server
     * @param message the message to send
     * @param requestId id of the request, as text
     * @param sessionId session id assigned by the server, or {@code null} if there is none
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
     * Returns the id of the request's session. It serves some servers as a credential: do not disclose it.
     * @return the id assigned by the server, or {@code null} in revisions and on transports without sessions
     */
    public @Nullable String getSessionId() {
        return this.sessionId;
    }

    @Override
    KeyValues identity() {
        KeyValues known = this.identity;
        if (known == null) {
            KeyValue request = HighCardinalityKeys.REQUEST_ID.withValue(this.requestId);
            known = (this.sessionId != null)
                    ? KeyValues.of(request, new SessionHash(this.sessionId))
                    : KeyValues.of(request);
            this.identity = known;
        }
        return known;
    }
}
