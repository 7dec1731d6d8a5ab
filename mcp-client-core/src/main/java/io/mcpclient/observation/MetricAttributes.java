package io.mcpclient.observation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import org.jspecify.annotations.Nullable;

import io.mcpclient.observation.McpClientObservationDocumentation.LowCardinalityKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.support.SharedInstances;
import io.mcpclient.transport.McpPeer;

/**
 * The attributes of a metric, built once for each combination of their values and then shared by all calls. Thread-safe.
 */
final class MetricAttributes {

    /** Maximum number of combinations; further ones are built for each call. */
    static final int MAX_KNOWN = 1000;

    private static final String EXECUTE_TOOL = "execute_tool";

    /** Most attributes are the same for all tools of a server, or for all servers. */
    private static final SharedInstances<KeyValue> ATTRIBUTES = new SharedInstances<>(1 << 10);

    /** An operation and its exchange have the same attributes. */
    private static final SharedInstances<KeyValues> COMBINATIONS = new SharedInstances<>(1 << 10);

    private final boolean serverName;

    private final Map<Values, KeyValues> known = new ConcurrentHashMap<>();

    /**
     * Creates the attributes of one convention.
     * @param serverName whether to add the configured name of the server
     */
    MetricAttributes(boolean serverName) {
        this.serverName = serverName;
    }

    KeyValues of(McpClientObservationContext context) {
        Values values = Values.of(context);
        KeyValues attributes = this.known.get(values);
        if (attributes == null) {
            attributes = build(values);
            if (this.known.size() < MAX_KNOWN) {
                attributes = COMBINATIONS.of(attributes);
                this.known.put(values, attributes);
            }
        }
        return attributes;
    }

    private KeyValues build(Values values) {
        McpPeer peer = values.peer();
        KeyValues attributes = KeyValues.of(
                low(LowCardinalityKeys.METHOD_NAME, values.method()),
                low(LowCardinalityKeys.ERROR_TYPE, values.errorType()),
                low(LowCardinalityKeys.STATUS_CODE, values.statusCode()),
                low(LowCardinalityKeys.TOOL_NAME, values.toolName()),
                low(LowCardinalityKeys.PROMPT_NAME, values.promptName()),
                low(
                        LowCardinalityKeys.OPERATION_NAME,
                        values.method().equals(McpMethods.TOOLS_CALL) ? EXECUTE_TOOL : null),
                low(LowCardinalityKeys.PROTOCOL_VERSION, values.protocolVersion()),
                low(LowCardinalityKeys.NETWORK_TRANSPORT, peer.networkTransport()),
                low(LowCardinalityKeys.NETWORK_PROTOCOL_NAME, peer.protocolName()),
                low(LowCardinalityKeys.NETWORK_PROTOCOL_VERSION, peer.protocolVersion()),
                low(LowCardinalityKeys.SERVER_ADDRESS, peer.address()),
                low(LowCardinalityKeys.SERVER_PORT, (peer.port() != null) ? String.valueOf(peer.port()) : null));
        return this.serverName ? withServerName(attributes, values.serverName()) : attributes;
    }

    static KeyValues of(McpServerObservationContext context, boolean serverName) {
        McpPeer peer = context.getPeer();
        KeyValues attributes = KeyValues.of(
                low(LowCardinalityKeys.METHOD_NAME, context.getMethod()),
                low(LowCardinalityKeys.ERROR_TYPE, context.getErrorType()),
                low(LowCardinalityKeys.STATUS_CODE, context.getStatusCode()),
                low(LowCardinalityKeys.PROTOCOL_VERSION, context.getProtocolVersion()),
                low(LowCardinalityKeys.NETWORK_TRANSPORT, peer.networkTransport()),
                low(LowCardinalityKeys.NETWORK_PROTOCOL_NAME, peer.protocolName()),
                low(LowCardinalityKeys.NETWORK_PROTOCOL_VERSION, peer.protocolVersion()));
        return serverName ? withServerName(attributes, context.getServerName()) : attributes;
    }

    private static KeyValues withServerName(KeyValues attributes, String serverName) {
        return attributes.and(low(LowCardinalityKeys.SERVER_NAME, serverName));
    }

    private static KeyValue low(KeyName key, @Nullable String value) {
        return ATTRIBUTES.of(KeyValue.of(key.asString(), (value != null) ? value : KeyValue.NONE_VALUE));
    }

    /** What the attributes depend on. */
    private record Values(
            String serverName,
            McpPeer peer,
            String method,
            @Nullable String toolName,
            @Nullable String promptName,
            @Nullable String protocolVersion,
            @Nullable String errorType,
            @Nullable String statusCode) {

        static Values of(McpClientObservationContext context) {
            McpMessage message = context.getMessage();
            return new Values(
                    context.getServerName(),
                    context.getPeer(),
                    message.method(),
                    message.toolName(),
                    message.promptName(),
                    context.getProtocolVersion(),
                    context.getErrorType(),
                    context.getStatusCode());
        }
    }
}
