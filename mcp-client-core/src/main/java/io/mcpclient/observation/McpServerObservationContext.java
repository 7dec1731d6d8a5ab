package io.mcpclient.observation;

import java.util.Map;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import org.jspecify.annotations.Nullable;

import io.mcpclient.transport.McpPeer;

/** Context of an observed server request. The carrier holds the server's trace context. */
public class McpServerObservationContext extends ReceiverContext<Map<String, String>> {

    private final String serverName;

    private final McpPeer peer;

    private final String method;

    private final String requestId;

    private volatile @Nullable String protocolVersion;

    private volatile @Nullable String errorType;

    private volatile @Nullable String statusCode;

    /**
     * Creates the context of one request.
     * @param serverName configured name of the server
     * @param peer address and transport of the server
     * @param method method of the request; {@code _OTHER} if it is unknown to the client
     * @param requestId id of the request, as text
     * @param carrier trace context of the request, empty if it has none
     */
    public McpServerObservationContext(
            String serverName, McpPeer peer, String method, String requestId, Map<String, String> carrier) {
        super((fields, key) -> fields.get(key), Kind.SERVER);
        this.serverName = serverName;
        this.peer = peer;
        this.method = method;
        this.requestId = requestId;
        setCarrier(carrier);
        setRemoteServiceName(serverName);
    }

    /**
     * Returns the name of the server.
     * @return its configured name
     */
    public String getServerName() {
        return this.serverName;
    }

    /**
     * Returns the server's address and transport.
     * @return the peer
     */
    public McpPeer getPeer() {
        return this.peer;
    }

    /**
     * Returns the method of the request.
     * @return the method; {@code _OTHER} if it is unknown to the client
     */
    public String getMethod() {
        return this.method;
    }

    /**
     * Returns the id of the request.
     * @return the id as text
     */
    public String getRequestId() {
        return this.requestId;
    }

    /**
     * Returns the negotiated protocol revision.
     * @return for example {@code 2025-11-25}, or {@code null} if it is not known yet
     */
    public @Nullable String getProtocolVersion() {
        return this.protocolVersion;
    }

    /**
     * Sets the protocol revision.
     * @param protocolVersion for example {@code 2025-11-25}, or {@code null} if it is unknown
     */
    public void setProtocolVersion(@Nullable String protocolVersion) {
        this.protocolVersion = protocolVersion;
    }

    /**
     * Returns the type of the error.
     * @return see {@link McpClientObservationContext#getErrorType()}
     */
    public @Nullable String getErrorType() {
        return this.errorType;
    }

    /**
     * Returns the error code of the client's response.
     * @return the code as text, or {@code null} if there was none
     */
    public @Nullable String getStatusCode() {
        return this.statusCode;
    }

    /**
     * Sets the reason of a failure.
     * @param errorType low-cardinality value of {@code error.type}, see {@link #getErrorType()}; {@code null} for none
     */
    public void setErrorType(@Nullable String errorType) {
        this.errorType = errorType;
    }

    /**
     * Sets the error code of the response.
     * @param statusCode value of {@code rpc.response.status_code}, see {@link #getStatusCode()}; {@code null} for none
     */
    public void setStatusCode(@Nullable String statusCode) {
        this.statusCode = statusCode;
    }
}
