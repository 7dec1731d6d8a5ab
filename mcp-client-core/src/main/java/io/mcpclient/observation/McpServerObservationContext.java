package io.mcpclient.observation;

import java.util.Map;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import org.jspecify.annotations.Nullable;

import io.mcpclient.transport.McpPeer;

/** What is known of a request of a server while it is answered. The carrier holds the trace context of the server. */
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
     * @param peer where the server is
     * @param method its method; {@code _OTHER} if nobody here knows it
     * @param requestId its id, as text
     * @param carrier its trace context, empty if it has none
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
     * Returns which server asks.
     * @return its configured name
     */
    public String getServerName() {
        return this.serverName;
    }

    /**
     * Returns where the server is.
     * @return what is known of the way to it
     */
    public McpPeer getPeer() {
        return this.peer;
    }

    /**
     * Returns what is asked.
     * @return the method; {@code _OTHER} if nobody here knows it
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
     * Returns the revision that is spoken with the server.
     * @return for example {@code 2025-11-25}, or {@code null} before that is known
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
     * Returns why there was no result.
     * @return see {@link McpClientObservationContext#getErrorType()}
     */
    public @Nullable String getErrorType() {
        return this.errorType;
    }

    /**
     * Returns the error code of our answer.
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
