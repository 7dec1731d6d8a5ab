package io.mcpclient.observation;

import java.util.LinkedHashMap;
import java.util.Map;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.RequestReplySenderContext;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.support.AttributeSet;
import io.mcpclient.transport.McpPeer;

/**
 * Context of an observed operation. Written by the library; the response and the values derived from it are available when the
 * observation stops. The carrier collects the trace context.
 */
public class McpClientObservationContext extends RequestReplySenderContext<Map<String, String>, Object> {

    private final String serverName;

    private final McpPeer peer;

    private final McpMessage message;

    private final AttributeSet lowCardinality = new AttributeSet();

    private final AttributeSet highCardinality = new AttributeSet();

    private volatile @Nullable String protocolVersion;

    private volatile @Nullable String errorType;

    private volatile @Nullable String statusCode;

    private volatile @Nullable String resultText;

    /**
     * Creates the context of one operation.
     * @param serverName configured name of the server
     * @param peer address and transport of the server
     * @param message the message to send
     */
    public McpClientObservationContext(String serverName, McpPeer peer, McpMessage message) {
        super((carrier, key, value) -> put(carrier, key, value), Kind.CLIENT);
        this.serverName = serverName;
        this.peer = peer;
        this.message = message;
        setCarrier(new LinkedHashMap<>(4));
        setRemoteServiceName(serverName);
    }

    private static void put(@Nullable Map<String, String> carrier, String key, String value) {
        if (carrier != null) {
            carrier.put(key, value);
        }
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
     * Returns the message to send.
     * @return method and target
     */
    public McpMessage getMessage() {
        return this.message;
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
     * @return the code of a JSON-RPC error, {@code tool_error}, {@code timeout}, {@code cancelled}, the simple name of an
     *     exception, {@code _OTHER}; or {@code null} if it did not fail
     */
    public @Nullable String getErrorType() {
        return this.errorType;
    }

    /**
     * Returns the server's error code.
     * @return the code as text, {@code _OTHER} for a code not defined by the protocol; or {@code null} if there was none
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

    /**
     * Returns the result of a tool.
     * @return shortened JSON text; or {@code null} if results are not recorded, or there is none
     */
    public @Nullable String getResultText() {
        return this.resultText;
    }

    /**
     * Sets the result of a tool.
     * @param resultText shortened JSON text; {@code null} if results are not recorded, or there is none
     */
    public void setResultText(@Nullable String resultText) {
        this.resultText = resultText;
    }

    /** Returns the attributes of the span that do not change, the same ones each time. */
    KeyValues identity() {
        return KeyValues.empty();
    }

    // The inherited methods copy each attribute of each call into maps and out of them.

    @Override
    public Observation.Context addLowCardinalityKeyValue(KeyValue keyValue) {
        this.lowCardinality.add(KeyValues.of(keyValue));
        return this;
    }

    @Override
    public Observation.Context addHighCardinalityKeyValue(KeyValue keyValue) {
        this.highCardinality.add(KeyValues.of(keyValue));
        return this;
    }

    @Override
    public Observation.Context addLowCardinalityKeyValues(KeyValues keyValues) {
        this.lowCardinality.add(keyValues);
        return this;
    }

    @Override
    public Observation.Context addHighCardinalityKeyValues(KeyValues keyValues) {
        this.highCardinality.add(keyValues);
        return this;
    }

    @Override
    public Observation.Context removeLowCardinalityKeyValue(String keyName) {
        this.lowCardinality.remove(keyName);
        return this;
    }

    @Override
    public Observation.Context removeHighCardinalityKeyValue(String keyName) {
        this.highCardinality.remove(keyName);
        return this;
    }

    @Override
    public Observation.Context removeLowCardinalityKeyValues(String... keyNames) {
        this.lowCardinality.remove(keyNames);
        return this;
    }

    @Override
    public Observation.Context removeHighCardinalityKeyValues(String... keyNames) {
        this.highCardinality.remove(keyNames);
        return this;
    }

    @Override
    public KeyValues getLowCardinalityKeyValues() {
        return this.lowCardinality.values();
    }

    @Override
    public KeyValues getHighCardinalityKeyValues() {
        return this.highCardinality.values();
    }

    @Override
    public @Nullable KeyValue getLowCardinalityKeyValue(String key) {
        return this.lowCardinality.get(key);
    }

    @Override
    public @Nullable KeyValue getHighCardinalityKeyValue(String key) {
        return this.highCardinality.get(key);
    }
}
